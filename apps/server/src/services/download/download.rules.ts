import {
  type ParsedParamsOf,
  REPOSITORIO_MAX,
  REPOSITORIO_PAPEIS,
  REPOSITORIO_PDF_MAX,
  TOTAL_EXATO_MAX,
} from "@malote/contract";
import { cleanDocumento, formatInteiro, TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { Refusal } from "../../errors.ts";

const CNPJ_CHARS = 14;

/** A stored ZIP request. Days are in `zona`; `cnpj` is unmasked, whole or a prefix. */
const pedidoRepositorio = z.object({
  entradaSaida: z.enum(REPOSITORIO_PAPEIS),
  tipoDFe: z.nullable(z.enum(TIPOS_NOTA)),
  empresa: z.nullable(z.object({ id: z.string(), cnpj: z.string() })),
  de: z.string(),
  ate: z.string(),
  cnpj: z.nullable(z.string()),
  comPdf: z.boolean(),
  comEventos: z.boolean(),
  zona: z.string(),
});
export type PedidoRepositorio = z.infer<typeof pedidoRepositorio>;

/** Parses a stored ZIP request.   @throws if it is none: a bug */
export function readPedido(pedido: unknown): PedidoRepositorio {
  return z.parse(pedidoRepositorio, pedido);
}

type Params = ParsedParamsOf<"Download.processaDownload">;

/** The days of a period.   @throws {Refusal} periodoInvertido */
export function readPeriodo({ dateRange: { de, ate } }: Params): { de: string; ate: string } {
  if (de > ate) throw new Refusal("periodoInvertido", { campo: "dateRange.ate" });
  return { de, ate };
}

/** The other party's CNPJ or CPF, unmasked; null if blank.   @throws {Refusal} filtroInvalido */
export function readOutraParte(cnpj: string | null | undefined): string | null {
  if (!cnpj?.trim()) return null;
  const clean = cleanDocumento(cnpj);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= CNPJ_CHARS) return clean;
  throw new Refusal("filtroInvalido", { campo: "cnpj" });
}

/**
 * Checks a total against the limits of one ZIP.
 * @param total counted up to one above {@link TOTAL_EXATO_MAX}
 * @throws {Refusal} repositorioVazio, repositorioLimite, repositorioLimitePdf
 */
export function refuseTotal(total: number, { comPdf }: Pick<PedidoRepositorio, "comPdf">): void {
  if (total === 0) throw new Refusal("repositorioVazio");
  const max = limiteOf({ comPdf });
  if (total <= max) return;
  const many = total > TOTAL_EXATO_MAX ? `mais de ${formatInteiro(TOTAL_EXATO_MAX)}` : formatInteiro(total);
  const key = comPdf ? "repositorioLimitePdf" : "repositorioLimite";
  throw new Refusal(key, { values: { limite: formatInteiro(max), total: many } });
}

/** Document limit of one ZIP. */
export function limiteOf({ comPdf }: Pick<PedidoRepositorio, "comPdf">): number {
  return comPdf ? REPOSITORIO_PDF_MAX : REPOSITORIO_MAX;
}
