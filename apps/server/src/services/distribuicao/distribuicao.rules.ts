import { type DISTRIBUICOES, NOTA_DISTRIBUICAO, PROBLEMA_DISTRIBUICAO } from "@malote/contract";
import { UFS } from "@malote/syntax";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/** The two walks over what SEFAZ has for a company. */
export type Modelo = (typeof DISTRIBUICOES)[number];
export const MODELOS: readonly Modelo[] = ["NFe", "CTe"];

/** One walk: an empresa's documents of one family. */
export type Passeio = { empresaId: string; modelo: Modelo };

/** The tarefa of a walk. Two contas may have one CNPJ: its cota lets one of them speak at a time. */
export function toDistribuicao(
  { empresaId, modelo, cnpj }: Passeio & { cnpj: string },
  venceEm: Date,
): TarefaNova {
  return { tipo: "distribuicao", alvo: `${empresaId} ${modelo}`, cota: `dist:${cnpj}`, venceEm };
}

/** The walk that a tarefa is about; null for what is none. */
export function readAlvo(alvo: string): Passeio | null {
  const [empresaId, word] = alvo.split(" ");
  const modelo = MODELOS.find((each) => each === word);
  return empresaId === undefined || modelo === undefined ? null : { empresaId, modelo };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** SEFAZ's hour after it had nothing more, and a minute for clocks that disagree.   @source NT 2014.002 v1.12 */
export const DESCANSO_MS = HOUR_MS + MINUTE_MS;
/** After a refusal that the same question would meet again: a person must do something. A new certificate wakes the walk at once. */
export const RECUSA_MS = 6 * HOUR_MS;
/** Answers of 50 documents taken in one run; then others have their turn. */
export const PAGINAS_MAX = 20;
/** A run that is so near its end begins no other page, in ms: longer than a question may take. */
export const FOLGA_MS = MINUTE_MS;
/** NSU asked for one by one in one run, at most one run an hour: SEFAZ takes 20 of them, and some are left for others.   @source NT 2014.002 v1.12 */
export const LACUNAS_POR_VEZ = 12;
/** NSU of one answer that are remembered as missing, the newest first. */
export const LACUNAS_MAX = 300;
/** Times an NSU is asked for before what comes and cannot be read is left as it is. */
export const TENTATIVAS_MAX = 3;
/** Times it is asked for before it is left alone, whatever became of the questions. */
export const TENTATIVAS_MUDAS_MAX = 12;
const DAY_MS = 24 * HOUR_MS;
/** What a transaction that waits for a database which is away waits between its tries, in ms: what SEFAZ has answered is given once. */
export const ESPERAS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** What an answer means for the walk. */
export type Sentido =
  | "documentos"
  | "nada"
  /** SEFAZ is silent for an hour; its answer may say where the walk stands. */
  | "consumo"
  /** We are ahead of SEFAZ: it counts anew, or another world answers. */
  | "adiantado"
  | "certificado"
  | "recusada"
  | "parada";

const SENTIDOS: Readonly<Record<string, Sentido>> = {
  "137": "nada",
  "138": "documentos",
  "656": "consumo",
  "678": "consumo",
  "589": "adiantado",
  "108": "parada",
  "109": "parada",
};
const CERTIFICADO: readonly string[] = ["280", "281", "282", "283", "284", "285", "286", "473", "593"];

/** Reads the cStat of an answer.   @source facts/cstat_nfe.tsv, cstat_cte.tsv */
export function readSentido(cStat: string): Sentido {
  if (CERTIFICADO.includes(cStat)) return "certificado";
  return Object.hasOwn(SENTIDOS, cStat) ? (SENTIDOS[cStat] ?? "recusada") : "recusada";
}

/** Whether SEFAZ has nothing more: it must be left alone for an hour. */
export function isFim({
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

/** True when an NSU comes after another. */
export function isAfter(nsu: string, other: string): boolean {
  return toNumber(nsu) > toNumber(other);
}

/**
 * Where SEFAZ stands after an answer to "what came after this NSU". Its schema asks every answer for a number: in a refusal, and in some
 * that are none, it may be 0, so that nothing but a 589, or a 656 that names a place, takes a walk back.
 */
export function readPosicao(
  {
    cStat,
    ultNSU,
    documentos,
  }: { cStat: string; ultNSU: string | null; documentos: readonly { nsu: string }[] },
  depoisDe: string,
): string {
  const sentido = readSentido(cStat);
  // It says where to go on, also when that is before where we stand: SEFAZ would refuse any other place for ever.
  if (sentido === "consumo") return ultNSU !== null && toNumber(ultNSU) > 0 ? toNsu(ultNSU) : depoisDe;
  if (sentido !== "documentos" && sentido !== "nada") return depoisDe;
  return documentos.map(({ nsu }) => nsu).reduce(maxNsu, maxNsu(depoisDe, ultNSU));
}

/** Where a walk that is ahead of SEFAZ begins again: where SEFAZ says, or at the beginning. */
export function readRetorno(
  { ultNSU, maxNSU }: { ultNSU: string | null; maxNSU: string | null },
  depoisDe: string,
): string {
  const named = [ultNSU, maxNSU].find((nsu) => nsu !== null && toNumber(nsu) > 0 && isAfter(depoisDe, nsu));
  return toNsu(named ?? 0);
}

/** How long a CNPJ is left alone that SEFAZ silenced so many times in a row: an hour, then twice as long each time, up to a day. */
export function waitOfConsumo(vezes: number): number {
  return Math.min(DAY_MS, DESCANSO_MS * 2 ** Math.max(0, vezes - 1));
}

/** The later of two. */
export function maxNsu(a: string, b: string | null): string {
  return b !== null && toNumber(b) > toNumber(a) ? toNsu(b) : a;
}

/** A stretch of NSU, and what came of it. */
type Vao = { depoisDe: string; ate: string; recebidos: readonly string[] };

/** How many NSU of a stretch did not come and are more than {@link LACUNAS_MAX}: nobody asks for them. */
export function countPuladas({ depoisDe, ate, recebidos }: Vao): number {
  const inside = new Set(
    recebidos.filter((nsu) => isAfter(nsu, depoisDe) && !isAfter(nsu, ate)).map(toNumber),
  );
  return Math.max(0, toNumber(ate) - toNumber(depoisDe) - inside.size - LACUNAS_MAX);
}

/**
 * NSU between `depoisDe` and `ate` (itself included) that did not come, the newest first, at most {@link LACUNAS_MAX}. Real holes are
 * common: SEFAZ numbers also what is not for this CNPJ to see.
 */
export function listLacunas(o: Vao): string[] {
  const received = new Set(o.recebidos.map(toNumber));
  const lacunas: string[] = [];
  for (let nsu = toNumber(o.ate); nsu > toNumber(o.depoisDe) && lacunas.length < LACUNAS_MAX; nsu -= 1) {
    if (!received.has(nsu)) lacunas.push(toNsu(nsu));
  }
  return lacunas;
}

/** IBGE's code of a state, as SEFAZ wants it; null for what is no state. */
export function codigoOfUf(uf: string): string | null {
  return UFS.find(({ sigla }) => sigla === uf)?.codigo ?? null;
}

/** What is amiss with a walk, in words; null when nothing is. */
export function describeProblema(o: {
  falha: string | null;
  cStat: string | null;
  xMotivo: string | null;
  consumos: number;
  puladas: number;
}): string | null {
  const sentences = [
    describeFalha(o.falha, o),
    o.falha === "consumo-indevido" && o.consumos > 1
      ? NOTA_DISTRIBUICAO.consumoRepetido.replace("{vezes}", String(o.consumos))
      : null,
    o.puladas > 0 ? NOTA_DISTRIBUICAO.puladas.replace("{quantos}", o.puladas.toLocaleString("pt-BR")) : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** What SEFAZ or its absence did to a walk, in words; null when nothing. */
export function describeFalha(
  falha: string | null,
  resposta: { cStat: string | null; xMotivo: string | null },
): string | null {
  const sentences: Readonly<Record<string, string>> = PROBLEMA_DISTRIBUICAO;
  const sentence = falha === null ? undefined : sentences[falha];
  if (sentence === undefined) return null;
  const { cStat, xMotivo } = resposta;
  return sentence.replace("{cStat}", cStat ?? "").replace("{xMotivo}", xMotivo ?? "");
}
