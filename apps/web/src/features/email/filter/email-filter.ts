import { ANEXO_RESULTS, ANEXO_TYPES, EMAIL_ORDERS } from "@malote/contract";
import type { Day } from "@malote/syntax";
import type { EmailFilter, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailFilterTexts } from "../../../texts/lists/email-filter.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { type Period, rangeOf } from "../../../ui/date/period.ts";
import {
  activeFiltersOf,
  type ActiveFilter as Chip,
  countActive,
  defineField,
  definePeriod,
  emptyFilterOf,
  type FieldDefinitions,
  oneOf,
  readFields,
  TEXT_PARAM,
  writeFields,
} from "../../../ui/filter/filter-params.ts";

/** The filter of the e-mail list, as in its address; "" means no restriction. */
export type ListFilter = {
  texto: string;
  data: Period;
  tipo: (typeof ANEXO_TYPES)[number] | "";
  /** The result of the attachments. */
  anexo: (typeof ANEXO_RESULTS)[number] | "";
  assunto: string;
  corpo: string;
  remetente: string;
  destinatario: string;
  /** Id of a company of the conta; the e-mail contained documents of it. */
  empresa: string;
};

const ID = /^[\da-f-]{36}$/i;

const { campos: t } = filterTexts;
const { campos: emailFieldTexts, tipos, anexos } = emailFilterTexts;

/** In the order of their chips. */
const FIELDS: FieldDefinitions<ListFilter> = {
  texto: defineField("texto", TEXT_PARAM, t.texto),
  data: definePeriod("data", t.data),
  tipo: defineField("tipo", oneOf(ANEXO_TYPES), emailFieldTexts.tipo, (value) => (value ? tipos[value] : "")),
  anexo: defineField("anexo", oneOf(ANEXO_RESULTS), emailFieldTexts.anexo, (value) =>
    value ? anexos[value] : "",
  ),
  assunto: defineField("assunto", TEXT_PARAM, emailFieldTexts.assunto),
  corpo: defineField("corpo", TEXT_PARAM, emailFieldTexts.corpo),
  remetente: defineField("remetente", TEXT_PARAM, emailFieldTexts.remetente),
  destinatario: defineField("destinatario", TEXT_PARAM, t.destinatario),
  empresa: defineField(
    "empresa",
    { ...TEXT_PARAM, read: (text) => (ID.test(text) ? text : null) },
    t.empresa,
    () => filterTexts.umaEmpresa,
  ),
};

export const EMPTY_FILTER = emptyFilterOf(FIELDS);
export const DEFAULT_FILTER: ListFilter = { ...EMPTY_FILTER, data: "90d" };

export function readFilter(params: URLSearchParams): ListFilter {
  return readFields(FIELDS, params, DEFAULT_FILTER);
}

/** Writes a filter into an address: only values other than the default; resets the page. */
export function writeFilter(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = writeFields(FIELDS, params, { filter, defaults: DEFAULT_FILTER });
  next.delete("page");
  return next;
}

/** Converts the filter to the request. `today` is the day in the conta's zone. */
export function toSearchFilter(filter: ListFilter, today: Day): EmailFilter {
  const { de, ate } = rangeOf(filter.data, today);
  return {
    ...(filter.texto ? { texto: filter.texto } : {}),
    ...(de ? { dataDe: de } : {}),
    ...(ate ? { dataAte: ate } : {}),
    ...(filter.tipo ? { tipoAnexo: filter.tipo } : {}),
    ...(filter.anexo ? { resultadoAnexo: filter.anexo } : {}),
    ...(filter.assunto ? { assunto: filter.assunto } : {}),
    ...(filter.corpo ? { corpo: filter.corpo } : {}),
    ...(filter.remetente ? { remetente: filter.remetente } : {}),
    ...(filter.destinatario ? { destinatario: filter.destinatario } : {}),
    ...(filter.empresa ? { empresaId: filter.empresa } : {}),
  };
}

/** The active filters as chips, each with the filter that remains without it. */
export function chipsOf(filter: ListFilter): Chip<ListFilter>[] {
  return activeFiltersOf(FIELDS, filter);
}

/** The number of the given fields that restrict the list. */
export function countActiveFields(filter: ListFilter, names: readonly (keyof ListFilter)[]): number {
  return countActive(FIELDS, filter, names);
}

export function readSortOrder(params: URLSearchParams): EmailSortOrder {
  return EMAIL_ORDERS.find((sortOrder) => sortOrder === params.get("ordem")) ?? "dataDesc";
}

export function writeSortOrder(params: URLSearchParams, sortOrder: EmailSortOrder): URLSearchParams {
  const next = new URLSearchParams(params);
  if (sortOrder === "dataDesc") next.delete("ordem");
  else next.set("ordem", sortOrder);
  next.delete("page");
  return next;
}
