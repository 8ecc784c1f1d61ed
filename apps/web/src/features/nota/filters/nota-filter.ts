import {
  AUDITOR_TIPOS,
  NOTA_ORDERS,
  parseDecimal,
  parseInteger,
  STATUS_ABSENT,
  VEREDITO_LABELS,
  VEREDITOS,
  type Veredito,
} from "@malote/contract";
import {
  AUTHORIZED_CSTATS,
  CANCELLED_CSTATS,
  CLOSED_CSTAT,
  compareText,
  type Day,
  DENIED_CSTATS,
  formatChave,
  formatDate,
  formatDocumento,
  formatInteger,
  formatReais,
  formatTipoNota,
  isDay,
  TIPOS_NOTA,
  type TipoNota,
  tiposWith,
  UFS,
} from "@malote/syntax";
import type { NotaFilter, NotaSortOrder } from "../../../rpc/documents/queries.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { type Period, rangeOf } from "../../../ui/date/period.ts";
import {
  activeFiltersOf,
  BOOLEAN_PARAM,
  type ActiveFilter as Chip,
  countActive,
  DOCUMENTO_PARAM,
  defineField,
  definePeriod,
  emptyFilterOf,
  type FieldDefinitions,
  formatRange,
  oneOf,
  type RangeParam,
  rangeParam,
  readFields,
  severalOf,
  splitRange,
  TEXT_PARAM,
  TRI_STATE_PARAM,
  type TriState,
  writeFields,
} from "../../../ui/filter/filter-params.ts";

export type ListTab = "repo" | "div";
export const MANIFESTACOES = [0, 4, 1, 2, 3] as const;
/** Values of finNFe in NF-e and NFC-e. @source MOC NF-e, finNFe */
export const FINALIDADES = ["1", "2", "3", "4", "5", "6"] as const;
/** The verdicts of listed documents: an unreadable document is in no list. */
export const VEREDITOS_NOTA: readonly Veredito[] = VEREDITOS.filter((veredito) => veredito !== "ilegivel");
export const AUDITOR_STATUS = [1, 2, 3] as const;
/** `divergente` excludes quarantine, as the counts of the painel do. */
export const SITUACOES = ["quarentena", "divergente", "fora-de-quarentena"] as const;

/** The named statuses of the filter, and the cStats of each. */
const CSTATS_BY_STATUS = {
  autorizada: AUTHORIZED_CSTATS,
  cancelada: CANCELLED_CSTATS,
  denegada: DENIED_CSTATS,
  inutilizada: ["102"],
  encerrada: [CLOSED_CSTAT],
  rejeitada: ["201", "202", "203", "204", "206", "420", "450", "451"],
  "nao-consta": ["217"],
  "nao-validada": [STATUS_ABSENT],
} as const;
type Status = keyof typeof CSTATS_BY_STATUS;
export const STATUS = Object.keys(CSTATS_BY_STATUS) as Status[];

/** The filter of a list of documents, as the URL holds it; "", [] and "todos" restrict nothing. */
export type ListFilter = {
  texto: string;
  chave: string;
  numero: RangeParam;
  serie: string;
  erp: TriState;
  emissao: Period;
  /** Period in which the divergence was found; a document without one has no such date. */
  encontrada: Period;
  /** From and to as a moment ("2026-11-20T14:30") or a day, in the time zone of the conta's UF. */
  criado: RangeParam;
  recebido: TriState;
  conferido: TriState;
  tipos: readonly TipoNota[];
  finalidade: (typeof FINALIDADES)[number] | "";
  uf: string;
  emitente: string;
  nomeEmitente: string;
  destinatario: string;
  nomeDestinatario: string;
  /** Id of a company of the conta. */
  empresa: string;
  /** Reais, with a decimal point. */
  valor: RangeParam;
  nfe: readonly Status[];
  sefaz: readonly Status[];
  /** Manifestações of the company. */
  manifestacoes: readonly (typeof MANIFESTACOES)[number][];
  situacao: (typeof SITUACOES)[number] | "";
  vereditos: readonly Veredito[];
  /** Status in the auditor's records of the document: 1 authorized, 2 denied, 3 cancelled. */
  auditorStatus: readonly (typeof AUDITOR_STATUS)[number][];
  auditorTipos: readonly (typeof AUDITOR_TIPOS)[number][];
  /** Includes documents in which no empresa of the conta takes part. */
  terceiros: boolean;
};

const NUMBER_MAX = 999_999_999;
const ID = /^[\da-f-]{36}$/i;
const byNumber = (a: string, b: string): number => Number(a) - Number(b);

const { campos: t } = filterTexts;
const NUMBER_RANGE = rangeParam(readNumber, byNumber);
const VALUE_RANGE = rangeParam(readReais, byNumber);
const MOMENT_RANGE = rangeParam(readMoment, (a, b) => compareText(a, b.length === 10 ? `${b}T23:59` : b));

/** Returns the name of a company by its id. */
type EmpresaNameOf = (id: string) => string;

/** The fields, in the order of their chips. */
const FIELDS: FieldDefinitions<ListFilter> = {
  texto: defineField("texto", TEXT_PARAM, t.texto),
  chave: defineField("chave", DOCUMENTO_PARAM, t.chave, formatChave),
  numero: defineField(
    "numero",
    NUMBER_RANGE,
    t.numero,
    formatRange((side) => formatInteger(Number(side))),
  ),
  serie: defineField("serie", { ...TEXT_PARAM, read: readNumber }, t.serie),
  erp: defineField("erp", TRI_STATE_PARAM, t.erp, flagText("erp")),
  emissao: definePeriod("emissao", t.emissao),
  encontrada: definePeriod("encontrada", t.encontrada),
  criado: defineField("criado", MOMENT_RANGE, t.criado, formatRange(momentText)),
  recebido: defineField("recebido", TRI_STATE_PARAM, t.recebido, flagText("recebido")),
  conferido: defineField("conferido", TRI_STATE_PARAM, t.conferido, flagText("conferido")),
  tipos: defineField("tipo", severalOf(TIPOS_NOTA), t.tipo, listText(formatTipoNota)),
  finalidade: defineField("finalidade", oneOf(FINALIDADES), t.finalidade, (cod) =>
    cod ? filterTexts.finalidades[cod] : "",
  ),
  uf: defineField("uf", oneOf<string>(UFS.map(({ sigla }) => sigla)), t.uf),
  emitente: defineField("emitente", DOCUMENTO_PARAM, t.emitente, formatDocumento),
  nomeEmitente: defineField("nome_emitente", TEXT_PARAM, t.nomeEmitente),
  destinatario: defineField("destinatario", DOCUMENTO_PARAM, t.destinatario, formatDocumento),
  nomeDestinatario: defineField("nome_destinatario", TEXT_PARAM, t.nomeDestinatario),
  empresa: defineField(
    "empresa",
    { ...TEXT_PARAM, read: (text) => (ID.test(text) ? text : null) },
    t.empresa,
    () => filterTexts.umaEmpresa,
  ),
  valor: defineField(
    "valor",
    VALUE_RANGE,
    t.valor,
    formatRange((side) => formatReais(side)),
  ),
  nfe: defineField(
    "nfe",
    severalOf(STATUS),
    t.nfe,
    listText((status) => filterTexts.status[status]),
  ),
  sefaz: defineField(
    "sefaz",
    severalOf(STATUS),
    t.sefaz,
    listText((status) => filterTexts.status[status]),
  ),
  manifestacoes: defineField(
    "manifestacao",
    severalOf(MANIFESTACOES),
    t.manifestacao,
    listText((status) => filterTexts.manifestacoes[status]),
  ),
  situacao: defineField("situacao", oneOf(SITUACOES), t.situacao, (which) =>
    which ? filterTexts.situacoes[which] : "",
  ),
  vereditos: defineField(
    "veredito",
    severalOf(VEREDITOS_NOTA),
    t.veredito,
    listText((veredito) => VEREDITO_LABELS[veredito]),
  ),
  auditorStatus: defineField(
    "auditor_status",
    severalOf(AUDITOR_STATUS),
    t.auditorStatus,
    listText((status) => filterTexts.auditorStatus[status]),
  ),
  auditorTipos: defineField(
    "auditor_tipo",
    severalOf(AUDITOR_TIPOS),
    t.auditorTipo,
    listText((tipo) => filterTexts.auditorTipos[tipo]),
  ),
  terceiros: defineField("terceiros", BOOLEAN_PARAM, t.terceiros, () => filterTexts.terceiros.inclui),
};

const EMPTY_FILTER = emptyFilterOf(FIELDS);

/**
 * Default filters: the list hides processed documents; the divergences tab shows those found in one
 * week (spec §3, §9).
 */
const DEFAULT_FILTERS: Record<ListTab, ListFilter> = {
  repo: { ...EMPTY_FILTER, erp: "nao", emissao: "90d" },
  div: { ...EMPTY_FILTER, encontrada: "7d" },
};

/** The filter of a URL; invalid values are ignored. */
export function readFilter(params: URLSearchParams, tab: ListTab): ListFilter {
  return readFields(FIELDS, params, DEFAULT_FILTERS[tab]);
}

/** Writes a filter into the URL parameters: only values other than the default. Resets the page. */
export function writeFilter(params: URLSearchParams, filter: ListFilter, tab: ListTab): URLSearchParams {
  const next = writeFields(FIELDS, params, { filter, defaults: DEFAULT_FILTERS[tab] });
  next.delete(tab === "div" ? "pageDiv" : "page");
  return next;
}

/** A filter that restricts nothing. */
export function emptyFilter(): ListFilter {
  return EMPTY_FILTER;
}

/** The default filter of a list. */
export function defaultFilter(tab: ListTab): ListFilter {
  return DEFAULT_FILTERS[tab];
}

/** The search parameters of the server; today is in the time zone of the conta. */
export function toSearchFilter(filter: ListFilter, tab: ListTab, today: Day): NotaFilter {
  const [emissao, encontrada] = [rangeOf(filter.emissao, today), rangeOf(filter.encontrada, today)];
  const [numero, criado, value] = [filter.numero, filter.criado, filter.valor].map(splitRange);
  return {
    ...(filter.texto ? { texto: filter.texto } : {}),
    ...(filter.chave ? { chaveAcesso: filter.chave } : {}),
    ...(numero?.de ? { numeroDe: Number(numero.de) } : {}),
    ...(numero?.ate ? { numeroAte: Number(numero.ate) } : {}),
    ...(filter.serie ? { serie: Number(filter.serie) } : {}),
    ...(filter.erp === "todos" ? {} : { processadoErp: filter.erp === "sim" }),
    ...(emissao.de ? { emissaoDe: emissao.de } : {}),
    ...(emissao.ate ? { emissaoAte: emissao.ate } : {}),
    ...(encontrada.de ? { divergenteDe: encontrada.de } : {}),
    ...(encontrada.ate ? { divergenteAte: encontrada.ate } : {}),
    ...(criado?.de ? { criadoDe: criado.de } : {}),
    ...(criado?.ate ? { criadoAte: criado.ate } : {}),
    ...(filter.recebido === "todos" ? {} : { recebido: filter.recebido === "sim" }),
    ...(filter.conferido === "todos" ? {} : { conferido: filter.conferido === "sim" }),
    ...(filter.tipos.length > 0 ? { tiposNota: [...filter.tipos] } : {}),
    ...finalidadeParams(filter),
    ...(filter.uf ? { uf: filter.uf } : {}),
    ...(filter.emitente ? { cnpjEmitente: filter.emitente } : {}),
    ...(filter.nomeEmitente ? { nomeEmitente: filter.nomeEmitente } : {}),
    ...(filter.destinatario ? { cnpjDestinatario: filter.destinatario } : {}),
    ...(filter.nomeDestinatario ? { nomeDestinatario: filter.nomeDestinatario } : {}),
    ...(filter.empresa ? { empresaId: filter.empresa } : {}),
    ...(value?.de ? { valorDe: value.de } : {}),
    ...(value?.ate ? { valorAte: value.ate } : {}),
    ...(filter.nfe.length > 0 ? { nfeStatus: cStatsOf(filter.nfe) } : {}),
    ...(filter.sefaz.length > 0 ? { sefazStatus: cStatsOf(filter.sefaz) } : {}),
    ...(filter.manifestacoes.length > 0 ? { manifestacao: [...filter.manifestacoes] } : {}),
    ...(filter.vereditos.length > 0 ? { veredito: [...filter.vereditos] } : {}),
    ...(filter.auditorStatus.length > 0 ? { auditorStatus: [...filter.auditorStatus] } : {}),
    ...(filter.auditorTipos.length > 0 ? { auditorTipos: [...filter.auditorTipos] } : {}),
    ...(filter.terceiros ? { incluirTerceiros: true } : {}),
    ...situacaoParams(filter, tab),
  };
}

/** One active filter as a chip, and the filter without it. */
export type FilterChip = Chip<ListFilter>;

/** The active filters, in the order of the chips. */
export function chipsOf(filter: ListFilter, nameOf?: EmpresaNameOf): FilterChip[] {
  const { empresa } = FIELDS;
  return activeFiltersOf(
    nameOf ? { ...FIELDS, empresa: { ...empresa, formatValue: nameOf } } : FIELDS,
    filter,
  );
}

/** How many of the named fields restrict the list. */
export function countActiveFields(filter: ListFilter, names: readonly (keyof ListFilter)[]): number {
  return countActive(FIELDS, filter, names);
}

/** Short summary of the filter, for "1 de 134 em …". */
export function summaryOf(filter: ListFilter): string {
  return chipsOf(filter)
    .map((chip) => chip.value.replace(/^últimos /, ""))
    .join(", ");
}

export function readSortOrder(params: URLSearchParams): NotaSortOrder {
  return NOTA_ORDERS.find((sortOrder) => sortOrder === params.get("ordem")) ?? "emissaoDesc";
}

export function writeSortOrder(params: URLSearchParams, sortOrder: NotaSortOrder): URLSearchParams {
  const next = new URLSearchParams(params);
  if (sortOrder === "emissaoDesc") next.delete("ordem");
  else next.set("ordem", sortOrder);
  next.delete("page");
  next.delete("pageDiv");
  return next;
}

/** The page number in the URL, from 1. */
export function readPage(params: URLSearchParams, tab: ListTab): number {
  const page = Number(params.get(tab === "div" ? "pageDiv" : "page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export function writePage(params: URLSearchParams, pageNumber: number, tab: ListTab): URLSearchParams {
  const next = new URLSearchParams(params);
  const name = tab === "div" ? "pageDiv" : "page";
  if (pageNumber <= 1) next.delete(name);
  else next.set(name, String(pageNumber));
  return next;
}

/** The number of a document or its série; null if invalid. */
function readNumber(text: string): string | null {
  const numero = parseInteger(text);
  return numero !== null && numero >= 0 && numero <= NUMBER_MAX ? String(numero) : null;
}

function readReais(text: string): string | null {
  const decimal = parseDecimal(text);
  return decimal?.startsWith("-") ? null : decimal;
}

const TIME_SUFFIX = /^T(?:[01]\d|2[0-3]):[0-5]\d$/;

function readMoment(text: string): string | null {
  const time = text.slice(10);
  return isDay(text.slice(0, 10)) && (time === "" || TIME_SUFFIX.test(time)) ? text : null;
}

function momentText(momento: string): string {
  const [day = "", time] = momento.split("T");
  return time === undefined ? formatDate(day) : `${formatDate(day)} ${time}`;
}

function flagText(which: "erp" | "recebido" | "conferido"): (flag: TriState) => string {
  return (flag) => (flag === "todos" ? "" : filterTexts.marcas[which][flag]);
}

function listText<T>(textOfOne: (value: T) => string): (values: readonly T[]) => string {
  return (values) => values.map(textOfOne).join(", ");
}

function situacaoParams({ situacao }: ListFilter, tab: ListTab): NotaFilter {
  const divergente = tab === "div" || situacao === "divergente";
  return {
    ...(divergente ? { divergente } : {}),
    ...(divergente || situacao ? { quarentena: situacao === "quarentena" } : {}),
  };
}

/** Restricts a finalidade to the types with finNFe, since other documents use other codes. */
function finalidadeParams({ finalidade, tipos }: ListFilter): NotaFilter {
  if (!finalidade) return {};
  return { finalidade, ...(tipos.length > 0 ? {} : { tiposNota: [...tiposWith("finalidade", "finNFe")] }) };
}

function cStatsOf(status: readonly Status[]): string {
  return status.flatMap((each) => CSTATS_BY_STATUS[each]).join(",");
}
