import { recordOf, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { list, method, one } from "../method.ts";
import { listPeriod } from "../page.ts";
import { side, tipoNota } from "./nota/filter.ts";
import { byType } from "./nota/nota.ts";

/** How a range is grouped (spec §9). */
export const GROUPINGS = ["dia", "semana", "mes", "ano"] as const;

/** The filter of a dashboard: received or issued documents by day of issue, of one company or of all. */
const period = {
  searchTipoAnalise: side,
  searchDateRange: listPeriod,
  /** CNPJ or CPF, masked or not. An invalid one is refused; one of no company of the conta matches
   * nothing. E-mails are those that brought a document of the company. */
  searchCnpjCpfEmpresa: z.optional(z.nullable(z.string().check(z.maxLength(FILTER_TEXT_MAX)))),
  /** Absent: by the length of the range. */
  dateGroup: z.optional(z.nullable(z.enum(GROUPINGS))),
};

/** A point of a series. `periodo` is the first day of its day, week (Monday), month or year, never before
 * the range. */
const point = z.object({ periodo: z.string(), quantidade: z.int() });

/** One value for the total of each type: `totalNFe`, `totalCTe`… */
export function totalsOf<V>(valueFor: (tipo: TipoNota) => V): Record<`total${TipoNota}`, V> {
  const entries = TIPOS_NOTA.map((tipo) => [`total${tipo}`, valueFor(tipo)]);
  return Object.fromEntries(entries) as Record<`total${TipoNota}`, V>;
}

/** The sum of the values of each type. */
const valorByType = z.object(recordOf(TIPOS_NOTA, () => z.string()));

/** Totals of the range: documents by day of issue, e-mails (without imports) by day of arrival. Money is a
 * decimal string. `totalNaoIntegradosERP` counts unprocessed NF-e and CT-e, like the badge. Documents in
 * quarantine or of third parties never count. */
export const statisticWire = z.object({
  dateGroup: z.enum(GROUPINGS),
  totalEmails: z.int(),
  totalDFe: z.int(),
  ...totalsOf(() => z.int()),
  totalDivergenciaDFe: z.int(),
  totalNaoIntegradosERP: z.int(),
  valorTotal: z.string(),
  /** `valorTotal` by type. */
  valores: z.optional(valorByType),
  chatEmails: z.array(point),
  chatNotas: z.array(
    z.extend(byType, {
      periodo: z.string(),
      quantidade: z.int(),
      valor: z.string(),
      /** `valor` by type. */
      valores: z.optional(valorByType),
    }),
  ),
});

/** Rows of each list of {@link topsWire}; the due days are the overdue, four weeks, and what comes later. */
export const PAINEL_TOPS_MAX = 6;
/** Documents whose instalments are summed, the newest. */
export const PAINEL_DUE_MAX = 20_000;

/** The other parties with most value in the range, and what falls due of the documents that the ERP has not
 * processed, whatever the range. Money is a decimal string. */
export const topsWire = z.object({
  partes: z.array(
    z.object({ cnpjCpf: z.string(), nome: z.string(), quantidade: z.int(), valor: z.string() }),
  ),
  totalPartes: z.int(),
  /** Days yyyy-MM-dd, both included, from the oldest; `de` null: overdue, `ate` null: all later ones.
   * `quantidade`: documents with an instalment in them. Documents without instalments never count. */
  vencimentos: z.array(
    z.object({
      de: z.nullable(z.string()),
      ate: z.nullable(z.string()),
      quantidade: z.int(),
      valor: z.string(),
    }),
  ),
  totalVencimentos: z.int(),
  /** False: only the newest {@link PAINEL_DUE_MAX} documents are summed. */
  vencimentosExatos: z.boolean(),
});

export const painelMethods = {
  "Painel.getEstatistica": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(period),
    result: one(statisticWire),
  }),
  /** Suppliers of received documents, or recipients of issued ones, and their due days. */
  "Painel.getPartesVencimentos": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(period),
    result: one(topsWire),
  }),
  /** By state of the other party; `uf` is null if unknown, "EX" abroad. */
  "Painel.getEstatisticaUF": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(period),
    result: list(z.object({ uf: z.nullable(z.string()), quantidade: z.int(), valor: z.string() })),
  }),
  /** One row per period × company × type, the oldest period first, at most {@link PAINEL_ROWS_MAX}.
   * `naoIntegradas` counts every type. */
  "Painel.getEstatisticaDetalhado": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(period),
    result: list(
      z.object({
        periodo: z.string(),
        empresaId: z.nullable(z.uuid()),
        empresaNome: z.nullable(z.string()),
        empresaCnpj: z.nullable(z.string()),
        tipoNota,
        quantidade: z.int(),
        valor: z.string(),
        canceladas: z.int(),
        divergentes: z.int(),
        naoIntegradas: z.int(),
      }),
    ),
  }),
} as const;
