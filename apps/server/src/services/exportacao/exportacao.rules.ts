import {
  EXPORTACAO_MAX,
  FORMATOS_EXPORTACAO,
  NOTA_ORDERS,
  notaFilter,
  TOTAL_EXATO_MAX,
} from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import * as z from "zod/mini";
import { Refusal } from "../../errors.ts";
import type { Lista } from "../nota/nota.rows.ts";

export type Formato = (typeof FORMATOS_EXPORTACAO)[number];

/** A stored export request: the list, and its filter as text. */
const pedidoExportacao = z.object({
  papel: z.nullable(z.enum(["E", "S"])),
  filtro: notaFilter,
  ordem: z.enum(NOTA_ORDERS),
  zona: z.string(),
  palavras: z.string(),
});
export type PedidoExportacao = z.infer<typeof pedidoExportacao>;

const soPalavras = z.object({ palavras: z.string() });

/** Parses a stored export request.   @throws if it is none: a bug */
export function readPedido(pedido: unknown): PedidoExportacao {
  return z.parse(pedidoExportacao, pedido);
}

/** The filter text of a stored request, even if the rest is invalid. */
export function readPalavras(pedido: unknown): string {
  return z.safeParse(soPalavras, pedido).data?.palavras ?? "";
}

/**
 * The requested format, in any letter case; null if none.
 * @throws {Refusal} formatoNaoDisponivel
 */
export function readFormato(createFileType: string | null | undefined): Formato | null {
  const wanted = createFileType?.trim().toUpperCase();
  if (!wanted) return null;
  const formato = FORMATOS_EXPORTACAO.find((each) => each === wanted);
  if (formato === undefined) throw new Refusal("formatoNaoDisponivel", { campo: "createFileType" });
  return formato;
}

/** The part of a list that may be exported: nothing in quarantine (architecture §6). */
export function withoutQuarentena<T extends Pick<Lista, "filtro">>(lista: T): T {
  return { ...lista, filtro: { ...lista.filtro, quarentena: false } };
}

/** The part of a list that an export leaves out. */
export function onlyQuarentena<T extends Pick<Lista, "filtro">>(lista: T): T {
  return { ...lista, filtro: { ...lista.filtro, quarentena: true } };
}

/**
 * Checks a total against the limit of a format.
 * @param total counted up to one above {@link TOTAL_EXATO_MAX}
 * @throws {Refusal} exportacaoLimite
 */
export function refuseLimite(formato: Formato, total: number): void {
  const limite = EXPORTACAO_MAX[formato];
  if (total <= limite) return;
  const many = total > TOTAL_EXATO_MAX ? `mais de ${formatInteiro(TOTAL_EXATO_MAX)}` : formatInteiro(total);
  throw new Refusal("exportacaoLimite", { values: { formato, limite: formatInteiro(limite), total: many } });
}
