import { AUDITOR_ORDERS, AUDITOR_TIPOS } from "@malote/contract";
import { type Day, formatChave, formatDocumento } from "@malote/syntax";
import type { AuditorFilter, AuditorSortOrder } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { type Period, rangeOf } from "../../ui/date/period.ts";
import {
  activeFiltersOf,
  type ActiveFilter as Chip,
  countActive,
  DOCUMENTO_PARAM,
  defineField,
  definePeriod,
  emptyFilterOf,
  type FieldDefinitions,
  readFields,
  severalOf,
  TEXT_PARAM,
  writeFields,
} from "../../ui/filter/filter-params.ts";

export const STATUS = [1, 2, 3] as const;
export type ListTab = "todos" | "faltando";
type AuditorTipo = (typeof AUDITOR_TIPOS)[number];

/** The filter of the auditor's list, as the URL holds it; "" and [] restrict nothing. */
export type ListFilter = {
  texto: string;
  chave: string;
  evento: Period;
  tipos: readonly AuditorTipo[];
  status: readonly (typeof STATUS)[number][];
  empresa: string;
  emitente: string;
  nomeEmitente: string;
};

const ID = /^[\da-f-]{36}$/i;
const { campos: t } = texts;

/**
 * The fields, in the order of their chips. `nameOf` returns the name of a company by its id; an
 * unknown one is shown as "…".
 */
function fieldsOf(nameOf: (empresaId: string) => string | undefined): FieldDefinitions<ListFilter> {
  return {
    texto: defineField("texto", TEXT_PARAM, t.texto),
    chave: defineField("chave", DOCUMENTO_PARAM, filterTexts.campos.chave, formatChave),
    evento: definePeriod("evento", t.evento),
    tipos: defineField("tipo", severalOf(AUDITOR_TIPOS), t.tipo, (tipos) =>
      tipos.map((tipo) => texts.tipos[tipo]).join(", "),
    ),
    status: defineField("status", severalOf(STATUS), t.status, (status) =>
      status.map((each) => texts.status[each]).join(", "),
    ),
    empresa: defineField(
      "empresa",
      { ...TEXT_PARAM, read: (text) => (ID.test(text) ? text : null) },
      t.empresa,
      (id) => nameOf(id) ?? "…",
    ),
    emitente: defineField("emitente", DOCUMENTO_PARAM, filterTexts.campos.emitente, formatDocumento),
    nomeEmitente: defineField("nome_emitente", TEXT_PARAM, filterTexts.campos.nomeEmitente),
  };
}

const FIELDS = fieldsOf(() => undefined);
export const EMPTY_FILTER = emptyFilterOf(FIELDS);
export const DEFAULT_FILTER: ListFilter = { ...EMPTY_FILTER, evento: "90d" };

export function readTab(params: URLSearchParams): ListTab {
  return params.get("tab") === "faltando" ? "faltando" : "todos";
}

/** The filter of a URL; invalid values are ignored. */
export function readFilter(params: URLSearchParams): ListFilter {
  return readFields(FIELDS, params, DEFAULT_FILTER);
}

/** Writes a filter into the URL parameters: only values other than the default. Resets the page. */
export function writeFilter(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = writeFields(FIELDS, params, { filter, defaults: DEFAULT_FILTER });
  next.delete("page");
  return next;
}

/** The search parameters of the server; today is in the time zone of the conta. */
export function toSearchFilter(filter: ListFilter, tab: ListTab, today: Day): AuditorFilter {
  const { de, ate } = rangeOf(filter.evento, today);
  return {
    ...(filter.texto ? { texto: filter.texto } : {}),
    ...(filter.chave ? { chaveAcesso: filter.chave } : {}),
    ...(de ? { eventoDe: de } : {}),
    ...(ate ? { eventoAte: ate } : {}),
    ...(filter.tipos.length > 0 ? { tipos: [...filter.tipos] } : {}),
    ...(filter.status.length > 0 ? { status: [...filter.status] } : {}),
    ...(filter.empresa ? { empresaId: filter.empresa } : {}),
    ...(filter.emitente ? { cnpjEmitente: filter.emitente } : {}),
    ...(filter.nomeEmitente ? { nomeEmitente: filter.nomeEmitente } : {}),
    ...(tab === "faltando" ? { faltandoXml: true } : {}),
  };
}

/** The active filters as chips. `nameOf` returns the name of a company by its id. */
export function chipsOf(
  filter: ListFilter,
  nameOf: (empresaId: string) => string | undefined,
): Chip<ListFilter>[] {
  return activeFiltersOf(fieldsOf(nameOf), filter);
}

/** How many of the named fields restrict the list. */
export function countActiveFields(filter: ListFilter, names: readonly (keyof ListFilter)[]): number {
  return countActive(FIELDS, filter, names);
}

/** Whether only period and status restrict the list. */
export function isBroad(filter: ListFilter): boolean {
  return countActiveFields(filter, ["texto", "chave", "tipos", "empresa", "emitente", "nomeEmitente"]) === 0;
}

export function readSortOrder(params: URLSearchParams): AuditorSortOrder {
  return AUDITOR_ORDERS.find((sortOrder) => sortOrder === params.get("ordem")) ?? "eventoDesc";
}

export function writeSortOrder(params: URLSearchParams, sortOrder: AuditorSortOrder): URLSearchParams {
  const next = new URLSearchParams(params);
  if (sortOrder === "eventoDesc") next.delete("ordem");
  else next.set("ordem", sortOrder);
  next.delete("page");
  return next;
}
