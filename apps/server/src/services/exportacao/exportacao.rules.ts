import {
  EXACT_TOTAL_MAX,
  EXPORTACAO_FORMATS,
  EXPORTACAO_MAX,
  NOTA_ORDERS,
  notaFilter,
} from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import * as z from "zod/mini";
import { Refusal } from "../../errors.ts";
import type { NotaList } from "../nota/nota.rows.ts";

export type ExportFormat = (typeof EXPORTACAO_FORMATS)[number];

/** A stored export request: the list, and its filter as text. */
const exportRequest = z.object({
  papel: z.nullable(z.enum(["E", "S"])),
  filtro: notaFilter,
  ordem: z.enum(NOTA_ORDERS),
  zona: z.string(),
  palavras: z.string(),
});
export type ExportRequest = z.infer<typeof exportRequest>;

const onlyWords = z.object({ palavras: z.string() });

/** Parses a stored export request.   @throws if it is none: a bug */
export function readExportRequest(request: unknown): ExportRequest {
  return z.parse(exportRequest, request);
}

/** The filter text of a stored request, even if the rest is invalid. */
export function readFilterText(request: unknown): string {
  return z.safeParse(onlyWords, request).data?.palavras ?? "";
}

/**
 * The requested format, in any letter case; null if none.
 * @throws {Refusal} formatoNaoDisponivel
 */
export function readFormat(createFileType: string | null | undefined): ExportFormat | null {
  const wanted = createFileType?.trim().toUpperCase();
  if (!wanted) return null;
  const format = EXPORTACAO_FORMATS.find((each) => each === wanted);
  if (format === undefined) throw new Refusal("formatoNaoDisponivel", { campo: "createFileType" });
  return format;
}

/** The part of a list that may be exported: nothing in quarantine. */
export function withoutQuarentena<T extends Pick<NotaList, "filtro">>(list: T): T {
  return { ...list, filtro: { ...list.filtro, quarentena: false } };
}

/** The part of a list that an export leaves out. */
export function onlyQuarentena<T extends Pick<NotaList, "filtro">>(list: T): T {
  return { ...list, filtro: { ...list.filtro, quarentena: true } };
}

/**
 * Checks a total against the limit of a format.
 * @param total counted up to one above {@link EXACT_TOTAL_MAX}
 * @throws {Refusal} exportacaoLimite
 */
export function refuseLimit(format: ExportFormat, total: number): void {
  const limit = EXPORTACAO_MAX[format];
  if (total <= limit) return;
  const many = total > EXACT_TOTAL_MAX ? `mais de ${formatInteger(EXACT_TOTAL_MAX)}` : formatInteger(total);
  throw new Refusal("exportacaoLimite", {
    values: { formato: format, limite: formatInteger(limit), total: many },
  });
}
