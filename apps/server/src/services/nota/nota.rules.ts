import type { ParsedParamsOf } from "@malote/contract";
import { LIBERACAO_REASON_MAX, LIBERACAO_REASON_MIN, STATUS_ABSENT } from "@malote/contract";
import {
  cleanDocumento,
  compareAmount,
  type Day,
  foldName,
  HOUR_MS,
  isCnpj,
  isCpf,
  MINUTE_MS,
  parseAmount,
  writeAbsolute,
} from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { NotaView } from "../documento/documento.rules.ts";
import { isContradicted, isHomologacao } from "../documento/veredito.rules.ts";
import { type ChavePart, isChaveStart, isGrouped, readChavePart } from "./search/chave-part.rules.ts";

export type ListParams = ParsedParamsOf<"Nota.getListNota">;
export type NotaFilter = NonNullable<ListParams["searchFilter"]>;
export type NotaSortOrder = NonNullable<ListParams["listSearchOrder"]>;
export type Side = NonNullable<ListParams["entradaSaida"]>;

const CHAVE_CHARS = 44;
const NUMERO_DIGITS = 9;
const CNPJ_ROOT_CHARS = 8;
const CNPJ_CHARS = 14;
/** A chave prefix longer than a CNPJ: UF, month, a CNPJ that may contain letters, digits. */
const CHAVE_PREFIX = /^[0-9]{6}(?:[A-Z0-9]{9,11}|[A-Z0-9]{12}[0-9]{0,25})$/;

/**
 * Checks what the schema cannot: ranges run forward, and each text is searchable.
 * @throws {Refusal} with the field
 */
export function checkFilter(filter: NotaFilter): void {
  refuseBackwards(filter.emissaoDe, filter.emissaoAte, "emissaoAte");
  refuseBackwards(filter.divergenteDe, filter.divergenteAte, "divergenteAte");
  refuseBackwards(filter.vencimentoDe, filter.vencimentoAte, "vencimentoAte");
  refuseBackwards(firstMinute(filter.criadoDe), lastMinute(filter.criadoAte), "criadoAte");
  if (isAbove(filter.numeroDe, filter.numeroAte)) refuseRange("numeroAte");
  if (filter.valorDe !== undefined && filter.valorAte !== undefined) {
    if (compareAmount(readValor(filter.valorDe), readValor(filter.valorAte)) > 0) refuseRange("valorAte");
  }
  refuseUnreadable(filter.cnpjEmitente, CNPJ_CHARS, "cnpjEmitente");
  refuseUnreadable(filter.cnpjDestinatario, CNPJ_CHARS, "cnpjDestinatario");
  refuseUnreadable(filter.chaveAcesso, CHAVE_CHARS, "chaveAcesso");
}

// A day without a time counts whole.
function firstMinute(moment: string | undefined): string | undefined {
  return moment === undefined || moment.includes("T") ? moment : `${moment}T00:00`;
}

function lastMinute(moment: string | undefined): string | undefined {
  return moment === undefined || moment.includes("T") ? moment : `${moment}T23:59`;
}

function refuseBackwards(from: string | undefined, to: string | undefined, field: string): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new Refusal("periodoInvertido", { campo: `searchFilter.${field}` });
}

function isAbove(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

function refuseRange(field: string): never {
  throw new Refusal("faixaInvertida", { campo: `searchFilter.${field}` });
}

// Punctuation only, or too many characters: the query would match everything, or nothing.
function refuseUnreadable(text: string | undefined, max: number, field: string): void {
  if (text === undefined || text.trim() === "") return;
  const clean = cleanDocumento(text);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= max) return;
  throw new Refusal("filtroInvalido", { campo: `searchFilter.${field}` });
}

/** Whether an unmasked CNPJ or CPF is complete; eleven digits that are no CPF may be a CNPJ prefix. */
export function isWholeDocumento(clean: string): boolean {
  return clean.length === CNPJ_CHARS || isCpf(clean);
}

/** Reads "1234,5" and "1234.5" as the same amount. */
export function readValor(text: string): string {
  return parseAmount(text.replace(",", "."));
}

/** The amount in cents, as digits. */
export function readCents(text: string): string {
  return readValor(text).replace(".", "");
}

/** An interpretation of the text of a list search. */
export type ListSearch =
  | { kind: "chave"; chave: string }
  | { kind: "chave-parte"; inicio: string }
  | ({ kind: "chave-trecho" } & ChavePart)
  | { kind: "documento"; documento: string }
  | { kind: "documento-parte"; inicio: string }
  | { kind: "numero"; numero: number; raiz: string | null }
  | { kind: "nome"; padrao: string };

/** Interprets a text: chave, CNPJ or CPF (whole or part), number, else part of a name. Null = blank. */
export function readListSearch(text: string): ListSearch | null {
  const clean = cleanDocumento(text);
  if (/^[0-9]{6}[A-Z0-9]{12}[0-9]{26}$/.test(clean)) return { kind: "chave", chave: clean };
  return readChaveSearch(clean, isGrouped(text)) ?? readOtherSearch(text, clean);
}

/** A part of a chave: from its start, or from inside it. */
function readChaveSearch(clean: string, grouped: boolean): ListSearch | null {
  if (!grouped && clean.length <= CNPJ_CHARS) return null;
  if (isChaveStart(clean))
    return grouped ? { kind: "chave-parte", inicio: clean.slice(0, CHAVE_CHARS) } : null;
  const part = readChavePart(clean, grouped);
  return part && { kind: "chave-trecho", ...part };
}

function readOtherSearch(text: string, clean: string): ListSearch | null {
  if (isCnpj(clean) || isCpf(clean)) return { kind: "documento", documento: clean };
  if (CHAVE_PREFIX.test(clean)) return { kind: "chave-parte", inicio: clean };
  if (!/^[0-9]+$/.test(clean)) return readNameSearch(text);
  if (clean.length <= NUMERO_DIGITS) {
    return { kind: "numero", numero: Number(clean), raiz: clean.length === CNPJ_ROOT_CHARS ? clean : null };
  }
  if (clean.length <= CNPJ_CHARS) return { kind: "documento-parte", inicio: clean };
  return { kind: "chave-parte", inicio: clean.slice(0, CHAVE_CHARS) };
}

function readNameSearch(text: string): ListSearch | null {
  const pattern = patternOfName(text);
  return pattern === null ? null : { kind: "nome", padrao: pattern };
}

/** A LIKE pattern over folded names: the words in order, anything between them. Null for a blank text. */
export function patternOfName(text: string): string | null {
  const words = foldName(text)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  return `%${words.map((word) => word.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** Condition of a text without a pattern: blank matches all, accents without letters match nothing. */
export function matchWithoutPattern(text: string): "FALSE" | null {
  return text.trim() === "" ? null : "FALSE";
}

/** The cStats of a status filter; `ausente` = also documents without one. Null for a blank text. */
export function readStatus(text: string): { codigos: string[]; ausente: boolean } | null {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return null;
  return {
    codigos: parts.filter((part) => part !== STATUS_ABSENT),
    ausente: parts.includes(STATUS_ABSENT),
  };
}

/** SEFAZ's status of a document, over all its views. */
export type SefazState = {
  sefazStatus: string | null;
  sefazPedidaEm: Date | null;
  sefazConsultadaEm: Date | null;
  sefazFalhouEm: Date | null;
};

/** Whether the requested answer has arrived: `sim`, `ainda-nao`, or `failedAt`. */
export function judgeAnswer(state: SefazState): "sim" | "ainda-nao" | "falhou" {
  const { sefazPedidaEm: requestedAt, sefazConsultadaEm: answeredAt, sefazFalhouEm: failedAt } = state;
  if (requestedAt === null) return state.sefazStatus === null ? "ainda-nao" : "sim";
  if (answeredAt !== null && answeredAt >= requestedAt) return "sim";
  return failedAt !== null && failedAt >= requestedAt ? "falhou" : "ainda-nao";
}

/** Queries about one chave that users may request per hour. SEFAZ takes two more, kept for planned checks. */
export const USER_CONSULTAS_MAX = 8;

/** Window of {@link USER_CONSULTAS_MAX}, in ms. */
export const USER_CONSULTAS_WINDOW_MS = HOUR_MS;

/**
 * Whole minutes until a new query is allowed; 0 = now.
 * @param askedAt times of the queries of the last hour, oldest first
 */
export function minutesToNextConsulta(askedAt: readonly Date[], now: Date): number {
  const oldest = askedAt.at(-USER_CONSULTAS_MAX);
  if (oldest === undefined || askedAt.length < USER_CONSULTAS_MAX) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + USER_CONSULTAS_WINDOW_MS - now.getTime()) / MINUTE_MS));
}

/**
 * The reason of a release from quarantine, trimmed as it is stored.
 * @throws {Refusal} liberacaoMotivoTamanho
 */
export function readReleaseReason(text: string): string {
  const reason = text.trim().replace(/\s+/g, " ");
  if (reason.length >= LIBERACAO_REASON_MIN && reason.length <= LIBERACAO_REASON_MAX) return reason;
  const values = { min: LIBERACAO_REASON_MIN, max: LIBERACAO_REASON_MAX };
  throw new Refusal("liberacaoMotivoTamanho", { values, campo: "motivo" });
}

/**
 * Refuses a release that a user may not decide: homologação, or a document that SEFAZ contradicts.
 * @throws {Refusal}
 */
export function refuseRelease(
  view: Pick<NotaView, "quarentena" | "achados" | "digVal" | "sefazDigVal">,
): void {
  if (!view.quarentena) throw new Refusal("notaForaDeQuarentena");
  if (isHomologacao(view)) throw new Refusal("notaDeHomologacao");
  const isOther = view.sefazDigVal !== null && view.sefazDigVal !== view.digVal;
  if (isOther || isContradicted(view)) throw new Refusal("notaContraditaPelaSefaz");
}

/**
 * Refuses to put a nota into quarantine that nothing speaks against: neither was it released from there,
 * nor does SEFAZ contradict it.
 * @throws {Refusal}
 */
export function refuseQuarentena(
  view: Pick<NotaView, "quarentena" | "liberada"> & { divergente: boolean | null },
): void {
  if (view.quarentena) throw new Refusal("notaJaEmQuarentena");
  if (!view.liberada && view.divergente !== true) throw new Refusal("notaSemMotivoDeQuarentena");
}

/** "emissao:7d" counts from today, also in the file of the list that is made later. */
export function withAbsoluteDays(filter: NotaFilter, today: Day): NotaFilter {
  return filter.texto === undefined ? filter : { ...filter, texto: writeAbsolute(filter.texto, today) };
}
