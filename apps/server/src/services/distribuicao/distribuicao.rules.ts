import { DISTRIBUICAO_NOTICES, DISTRIBUICAO_PROBLEMS } from "@malote/contract";
import { DAY_MS, DISTRIBUIDORES, type Distribuidor, HOUR_MS, MINUTE_MS, UFS } from "@malote/syntax";
import type { NewTask } from "../task/task.rows.ts";

/** A sync: the documents that one list distributes to one empresa. */
export type SyncKey = { empresaId: string; modelo: Distribuidor };

/** The tarefa of a sync. Two contas may share a CNPJ: its cota allows one query at a time. */
export function toDistribuicao(
  { empresaId, modelo, cnpj }: SyncKey & { cnpj: string },
  venceEm: Date,
): NewTask {
  return { tipo: "distribuicao", alvo: `${empresaId} ${modelo}`, cota: `dist:${cnpj}`, venceEm };
}

/** Reads the sync of a tarefa's alvo; null for an invalid alvo. */
export function readSyncKey(alvo: string): SyncKey | null {
  const [empresaId, word] = alvo.split(" ");
  const modelo = DISTRIBUIDORES.find((each) => each === word);
  return empresaId === undefined || modelo === undefined ? null : { empresaId, modelo };
}

/**
 * SEFAZ's pause of an hour after the end of the list, plus a minute for clock differences.
 * @source NT 2014.002 v1.12
 */
export const PAUSE_MS = HOUR_MS + MINUTE_MS;
/**
 * Pause after a refusal that would repeat until a user acts. A new certificate starts the sync at once.
 */
export const REFUSAL_PAUSE_MS = 6 * HOUR_MS;
/** Answers of 50 documents per run; then other tarefas run. */
export const PAGES_MAX = 20;
/** A run this close to its deadline requests no further page, in ms: longer than a query may take. */
export const MARGIN_MS = MINUTE_MS;
/**
 * Single NSUs requested per run, at most one run an hour: SEFAZ allows 20, and some are left for other
 * programs.
 * @source NT 2014.002 v1.12
 */
export const LACUNAS_PER_RUN = 12;
/** Missing NSUs stored per answer, newest first. */
export const LACUNAS_MAX = 300;
/** Requests of an NSU before an unreadable document is accepted as it is. */
export const ATTEMPTS_MAX = 3;
/** Requests of an NSU before it is given up, whatever their results. */
export const SILENT_ATTEMPTS_MAX = 12;
/**
 * Delays between retries while the database is unavailable, in ms: SEFAZ gives each answer only once.
 */
export const RETRY_DELAYS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** The meaning of an answer for the sync. */
export type Meaning =
  | "documentos"
  | "nada"
  /** SEFAZ blocks queries for an hour; its answer may contain the position. */
  | "consumo"
  /** The position is ahead of SEFAZ's: it restarted its count, or another environment answers. */
  | "adiantado"
  | "certificado"
  | "recusada"
  | "parada";

const MEANINGS: Readonly<Record<string, Meaning>> = {
  "137": "nada",
  "138": "documentos",
  "656": "consumo",
  "678": "consumo",
  "589": "adiantado",
  "108": "parada",
  "109": "parada",
};
const CERTIFICADO_CODES: readonly string[] = ["280", "281", "282", "283", "284", "285", "286", "473", "593"];

/** Reads the cStat of an answer.   @source facts/cstat_nfe.tsv, cstat_cte.tsv */
export function readMeaning(cStat: string): Meaning {
  if (CERTIFICADO_CODES.includes(cStat)) return "certificado";
  return Object.hasOwn(MEANINGS, cStat) ? (MEANINGS[cStat] ?? "recusada") : "recusada";
}

/** Whether the list is at its end: then no query is allowed for an hour. */
export function isEndOfList({
  cStat,
  ultNSU,
  maxNSU,
}: {
  cStat: string;
  ultNSU: string | null;
  maxNSU: string | null;
}): boolean {
  if (cStat === "137") return true;
  return cStat === "138" && (ultNSU === null || maxNSU === null || toNumber(ultNSU) >= toNumber(maxNSU));
}

/** An NSU as SEFAZ writes it: 15 digits. */
export function toNsu(nsu: string | number): string {
  return String(nsu).padStart(15, "0");
}

/** 15 digits are exact in a number. */
function toNumber(nsu: string): number {
  return Number(nsu);
}

/** Whether an NSU comes after another. */
export function isAfter(nsu: string, other: string): boolean {
  return toNumber(nsu) > toNumber(other);
}

/**
 * The position after an answer to a query by last NSU. The schema requires a number in every answer,
 * so it may be 0 in a refusal: only a 589, or a 656 with an NSU, moves the position back.
 */
export function readPosition(
  {
    cStat,
    ultNSU,
    documentos,
  }: { cStat: string; ultNSU: string | null; documentos: readonly { nsu: string }[] },
  after: string,
): string {
  const meaning = readMeaning(cStat);
  // Follow the NSU of a block, even backwards: SEFAZ refuses every other position permanently.
  if (meaning === "consumo") return ultNSU !== null && toNumber(ultNSU) > 0 ? toNsu(ultNSU) : after;
  if (meaning !== "documentos" && meaning !== "nada") return after;
  return documentos.map(({ nsu }) => nsu).reduce(maxNsu, maxNsu(after, ultNSU));
}

/** The new position of a sync that is ahead of SEFAZ: the NSU in the answer, or the beginning. */
export function readReturnPosition(
  { ultNSU, maxNSU }: { ultNSU: string | null; maxNSU: string | null },
  after: string,
): string {
  const named = [ultNSU, maxNSU].find((nsu) => nsu !== null && toNumber(nsu) > 0 && isAfter(after, nsu));
  return toNsu(named ?? 0);
}

/** The pause of a CNPJ after this many consecutive blocks: an hour, doubled each time, up to a day. */
export function blockPauseMs(times: number): number {
  return Math.min(DAY_MS, PAUSE_MS * 2 ** Math.max(0, times - 1));
}

/** The later of two NSUs. */
export function maxNsu(a: string, b: string | null): string {
  return b !== null && toNumber(b) > toNumber(a) ? toNsu(b) : a;
}

/** A range of NSUs, and those that arrived. */
type NsuRange = { after: string; until: string; received: readonly string[] };

/** The missing NSUs of a range beyond {@link LACUNAS_MAX}, which are never requested. */
export function countSkipped({ after, until: ate, received: receivedNsus }: NsuRange): number {
  const inside = new Set(
    receivedNsus.filter((nsu) => isAfter(nsu, after) && !isAfter(nsu, ate)).map(toNumber),
  );
  return Math.max(0, toNumber(ate) - toNumber(after) - inside.size - LACUNAS_MAX);
}

/**
 * Missing NSUs between `after` and `until` (inclusive), newest first, at most {@link LACUNAS_MAX}.
 * Gaps are common: SEFAZ also numbers documents that this CNPJ may not see.
 */
export function listLacunas(o: NsuRange): string[] {
  const received = new Set(o.received.map(toNumber));
  const lacunas: string[] = [];
  for (let nsu = toNumber(o.until); nsu > toNumber(o.after) && lacunas.length < LACUNAS_MAX; nsu -= 1) {
    if (!received.has(nsu)) lacunas.push(toNsu(nsu));
  }
  return lacunas;
}

/** The IBGE code of a state, as SEFAZ requires; null for an unknown state. */
export function codeOfUf(uf: string): string | null {
  return UFS.find(({ sigla }) => sigla === uf)?.codigo ?? null;
}

/** Describes the problems of a sync; null when there is none. */
export function describeProblem(o: {
  falha: string | null;
  cStat: string | null;
  xMotivo: string | null;
  consumos: number;
  puladas: number;
}): string | null {
  const sentences = [
    describeFailure(o.falha, o),
    o.falha === "consumo-indevido" && o.consumos > 1
      ? DISTRIBUICAO_NOTICES.consumoRepetido.replace("{vezes}", String(o.consumos))
      : null,
    o.puladas > 0
      ? DISTRIBUICAO_NOTICES.puladas.replace("{quantos}", o.puladas.toLocaleString("pt-BR"))
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** Describes a failure of a sync; null without one. */
export function describeFailure(
  falha: string | null,
  response: { cStat: string | null; xMotivo: string | null },
): string | null {
  const sentences: Readonly<Record<string, string>> = DISTRIBUICAO_PROBLEMS;
  const sentence = falha === null ? undefined : sentences[falha];
  if (sentence === undefined) return null;
  const { cStat, xMotivo } = response;
  return sentence.replace("{cStat}", cStat ?? "").replace("{xMotivo}", xMotivo ?? "");
}
