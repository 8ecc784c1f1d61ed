import { type DISTRIBUICOES, PROBLEMA_DISTRIBUICAO } from "@malote/contract";
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
/** Times an NSU is asked for before it is left as it is. */
export const TENTATIVAS_MAX = 3;

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

/** The later of two. */
export function maxNsu(a: string, b: string | null): string {
  return b !== null && toNumber(b) > toNumber(a) ? toNsu(b) : a;
}

/**
 * NSU between `depoisDe` and `ate` (itself included) that did not come, the newest first, at most {@link LACUNAS_MAX}. Real holes are
 * common: SEFAZ numbers also what is not for this CNPJ to see.
 */
export function listLacunas(o: { depoisDe: string; ate: string; recebidos: readonly string[] }): string[] {
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
