import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { diaParam } from "../wire-dates.ts";
import { requestedFileWire } from "./exportacao.ts";
import { tipoNota } from "./nota/filter.ts";

/** Received, issued, or both (spec §9). */
export const REPOSITORIO_SIDES = ["E", "S", "T"] as const;

const documento = z.string().check(z.maxLength(FILTER_TEXT_MAX));

/** The content of a ZIP of the repositório. Days are in the zone of the conta's UF, by date of issue, both
 * ends included. */
const requestParams = {
  entradaSaida: z.enum(REPOSITORIO_SIDES),
  /** Null or absent: every type. */
  tipoDFe: z.optional(z.nullable(tipoNota)),
  /** Null or absent: every empresa. */
  cnpjEmpresa: z.optional(z.nullable(documento)),
  dateRange: z.strictObject({ de: diaParam, ate: diaParam }),
  /** CNPJ or CPF of the other party, masked or not, whole or its first characters. */
  cnpj: z.optional(z.nullable(documento)),
  /** Also the PDF, and the eventos, of each document. */
  comPdf: z.optional(z.boolean()),
  comEventos: z.optional(z.boolean()),
};

/** A ZIP of the repositório. */
export const downloadWire = z.object({
  ...requestedFileWire,
  entradaSaida: z.enum(REPOSITORIO_SIDES),
  tipoDFe: z.nullable(tipoNota),
  cnpjEmpresa: z.nullable(z.string()),
  /** yyyy-MM-dd. */
  de: z.string(),
  ate: z.string(),
  cnpj: z.nullable(z.string()),
  comPdf: z.boolean(),
  comEventos: z.boolean(),
});

export const downloadMethods = {
  "Download.processaDownload": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject(requestParams),
    result: one(downloadWire),
  }),
  "Download.getListDownload": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ...page }),
    result: list(downloadWire),
  }),
} as const;
