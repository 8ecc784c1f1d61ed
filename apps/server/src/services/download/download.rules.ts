import {
  EXACT_TOTAL_MAX,
  type ParsedParamsOf,
  REPOSITORIO_MAX,
  REPOSITORIO_PDF_MAX,
  REPOSITORIO_SIDES,
} from "@malote/contract";
import { cleanDocumento, formatInteger, TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { Refusal } from "../../errors.ts";

const CNPJ_CHARS = 14;

/** A stored ZIP request. Days are in `zona`; `cnpj` is unmasked, whole or a prefix. */
const repositorioRequest = z.object({
  entradaSaida: z.enum(REPOSITORIO_SIDES),
  tipoDFe: z.nullable(z.enum(TIPOS_NOTA)),
  empresa: z.nullable(z.object({ id: z.string(), cnpj: z.string() })),
  de: z.string(),
  ate: z.string(),
  cnpj: z.nullable(z.string()),
  comPdf: z.boolean(),
  comEventos: z.boolean(),
  zona: z.string(),
});
export type RepositorioRequest = z.infer<typeof repositorioRequest>;

/** Parses a stored ZIP request.   @throws if it is none: a bug */
export function readRepositorioRequest(request: unknown): RepositorioRequest {
  return z.parse(repositorioRequest, request);
}

type Params = ParsedParamsOf<"Download.processaDownload">;

/** The days of a period.   @throws {Refusal} periodoInvertido */
export function readPeriod({ dateRange: { de: from, ate: to } }: Params): { de: string; ate: string } {
  if (from > to) throw new Refusal("periodoInvertido", { campo: "dateRange.ate" });
  return { de: from, ate: to };
}

/** The other party's CNPJ or CPF, unmasked; null if blank.   @throws {Refusal} filtroInvalido */
export function readOtherParty(cnpj: string | null | undefined): string | null {
  if (!cnpj?.trim()) return null;
  const clean = cleanDocumento(cnpj);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= CNPJ_CHARS) return clean;
  throw new Refusal("filtroInvalido", { campo: "cnpj" });
}

/**
 * Checks a total against the limits of one ZIP.
 * @param total counted up to one above {@link EXACT_TOTAL_MAX}
 * @throws {Refusal} repositorioVazio, repositorioLimite, repositorioLimitePdf
 */
export function refuseTotal(total: number, { comPdf }: Pick<RepositorioRequest, "comPdf">): void {
  if (total === 0) throw new Refusal("repositorioVazio");
  const max = limitOf({ comPdf });
  if (total <= max) return;
  const many = total > EXACT_TOTAL_MAX ? `mais de ${formatInteger(EXACT_TOTAL_MAX)}` : formatInteger(total);
  const key = comPdf ? "repositorioLimitePdf" : "repositorioLimite";
  throw new Refusal(key, { values: { limite: formatInteger(max), total: many } });
}

/** Document limit of one ZIP. */
export function limitOf({ comPdf }: Pick<RepositorioRequest, "comPdf">): number {
  return comPdf ? REPOSITORIO_PDF_MAX : REPOSITORIO_MAX;
}
