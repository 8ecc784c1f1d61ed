import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, type MensagemKey } from "@malote/contract";
import { findPrazoEvento, type PrazoEnd } from "@malote/dfe";
import { normalizeJustificativa } from "@malote/sefaz";
import { CANCELADOS, DENEGADOS, formatDataHora, type TipoNota } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** What a recipient says of an NF-e: 1 confirmed, 2 unknown, 3 not performed, 4 acknowledged (spec §4). */
export type Manifestada = 1 | 2 | 3 | 4;

/** Each of them as SEFAZ calls it. @source NT 2020.001 v1.60, tabela de eventos do destinatário */
export const TIPOS_EVENTO = { 1: "210200", 2: "210220", 3: "210240", 4: "210210" } as const;

/** Each of them in words, as the registro tells it. */
export const NOMES = {
  1: "Confirmação da operação",
  2: "Desconhecimento da operação",
  3: "Operação não realizada",
  4: "Ciência da operação",
} as const;

const MANIFESTADAS: readonly Manifestada[] = [1, 2, 3, 4];
export const CIENCIA = 4;
export const CONFIRMADA = 1;
const NAO_REALIZADA = 3;
const MODELO_NFE = "55";

/**
 * Times that SEFAZ registers each conclusive one of one document; the last is the valid one.
 * @source NT 2020.001 v1.60, cStat 594
 */
export const OCORRENCIAS_MAX = 2;

/** Cancelled, and denied use, as cStat about a document. @source MOC 7.0, tabela de códigos */
export const CANCELADA = CANCELADOS;
export const DENEGADA = DENEGADOS;

/** SEFAZ answers that it has no such document. @source MOC 7.0, tabela de códigos */
export const DESCONHECIDA_NA_SEFAZ = "217";

/** One that SEFAZ registered, of the right author. */
export type Registrada = { status: Manifestada; nSeq: number; em: Date | null };

/** The company that would say it, with its certificate, valid or not. */
export type Declarante = {
  id: string;
  nome: string;
  ativa: boolean;
  certificado: { validoDe: Date; validoAte: Date } | null;
};

/** A view of a document, as far as a manifestação goes. `autorizadaEm`: its emission where it came without a protocol. */
export type Alvo = {
  id: string;
  chave: string;
  tipoNota: TipoNota;
  papel: "E" | "S";
  terceiros: boolean;
  quarentena: boolean;
  cancelada: boolean;
  denegada: boolean;
  /** SEFAZ answered that it has no such document (cStat 217). */
  desconhecida: boolean;
  autorizadaEm: Date;
  empresa: Declarante | null;
  registradas: readonly Registrada[];
  /** Asked for and not yet answered. */
  pendentes: readonly Vontade[];
};

/** Why not, as a sentence to be. */
export type Impedimento = { key: MensagemKey; values?: Record<string, string | number> };

/** When something is judged, and the zone in which its dates are read. */
export type Agora = { agora: Date; zona: string };

/** Until when one may be sent. */
export type Prazo = { status: Manifestada; ate: Date; vencido: boolean };

/** What a person wants to be said. */
export type Vontade = { status: Manifestada; justificativa: string | null };

/**
 * Reads what a person wants. Only "not performed" says why.
 * @throws {Refusal} when it says too little or too much, or would take one back
 */
export function readVontade(novoStatus: 0 | Manifestada, texto: string | null | undefined): Vontade {
  if (novoStatus === 0) throw new Refusal("manifestacaoNaoVolta", { campo: "novoStatus" });
  if (novoStatus !== NAO_REALIZADA) {
    if ((texto ?? "").trim() !== "") throw new Refusal("justificativaSobra", { campo: "justificativa" });
    return { status: novoStatus, justificativa: null };
  }
  const justificativa = normalizeJustificativa(texto ?? "");
  if (justificativa !== null) return { status: novoStatus, justificativa };
  const tamanho = (texto ?? "").trim().replace(/\s+/g, " ").length;
  if (tamanho >= JUSTIFICATIVA_MIN && tamanho <= JUSTIFICATIVA_MAX) {
    throw new Refusal("justificativaCaracteres", { campo: "justificativa" });
  }
  const values = { min: JUSTIFICATIVA_MIN, max: JUSTIFICATIVA_MAX };
  throw new Refusal("justificativaTamanho", { values, campo: "justificativa" });
}

/** True for a chave of the only model that takes it. */
export function isManifestavel(chave: string): boolean {
  return chave.slice(20, 22) === MODELO_NFE;
}

/** True when the very same is asked for already: nothing more is to be done for it. */
export function isPedida({ pendentes }: Pick<Alvo, "pendentes">, vontade: Vontade): boolean {
  return pendentes.some(
    (each) => each.status === vontade.status && each.justificativa === vontade.justificativa,
  );
}

/** Why one may not be asked for now; null when it may. */
export function findImpedimento(alvo: Alvo, status: Manifestada, quando: Agora): Impedimento | null {
  return (
    findImpedimentoDoDocumento(alvo) ??
    judgeEmpresa(alvo.empresa, quando) ??
    judgeStatus(alvo, status) ??
    judgePrazo(alvo, status, quando)
  );
}

/** Why none may be asked for now; null when at least one may. */
export function findImpedimentoGeral(alvo: Alvo, quando: Agora): Impedimento | null {
  const impedimentos = MANIFESTADAS.map((status) => findImpedimento(alvo, status, quando));
  return impedimentos.includes(null) ? null : (impedimentos[0] ?? null);
}

/** Until when each may still be sent that the document's own story does not exclude; empty where the document takes none. */
export function prazosOf(alvo: Alvo, agora: Date): Prazo[] {
  if (findImpedimentoDoDocumento(alvo)) return [];
  const livres = MANIFESTADAS.filter((status) => judgeStatus({ ...alvo, pendentes: [] }, status) === null);
  return livres.map((status) => {
    const ate = prazoOf(alvo, status);
    return { status, ate, vencido: agora > ate };
  });
}

/** The number of the next one of its kind, from 1. */
export function nextNSeq({ registradas }: Pick<Alvo, "registradas">, status: Manifestada): number {
  const seqs = registradas.filter((each) => each.status === status).map(({ nSeq }) => nSeq);
  return Math.max(0, ...seqs) + 1;
}

/** Until when one may be sent: the term in force when the document was authorized. */
export function prazoOf({ autorizadaEm }: Pick<Alvo, "autorizadaEm">, status: Manifestada): Date {
  return findPrazo(autorizadaEm, status).ate;
}

function findPrazo(autorizadaEm: Date, status: Manifestada): PrazoEnd {
  const tpEvento = TIPOS_EVENTO[status];
  const prazo = findPrazoEvento({ modelo: MODELO_NFE, tpEvento }, autorizadaEm);
  if (prazo === null) throw new Error(`${tpEvento} has no term`);
  return prazo;
}

/**
 * Where the recipient's silence stands: until when a conclusive word fits, and since when silence
 * confirms.
 */
export type Silencio = { prazoManifestacao: Date | null; confirmadaTacitamenteEm: Date | null };

/**
 * The recipient's term for a document that lacks a conclusive word. `aManifestarDesde`: its
 * authorization; null = it lacks none.
 */
export function silencioOf(aManifestarDesde: Date | null, agora: Date): Silencio {
  if (!aManifestarDesde) return { prazoManifestacao: null, confirmadaTacitamenteEm: null };
  const { ate, tacita } = findPrazo(aManifestarDesde, CONFIRMADA);
  return { prazoManifestacao: ate, confirmadaTacitamenteEm: tacita && agora > ate ? ate : null };
}

/** Why a document takes none at all, whoever asks; null when it does. */
export function findImpedimentoDoDocumento(alvo: Alvo): Impedimento | null {
  if (alvo.tipoNota !== "NFe" || !isManifestavel(alvo.chave)) return { key: "manifestacaoSoNfe" };
  if (alvo.papel !== "E") return { key: "manifestacaoSoRecebida" };
  if (alvo.terceiros) return { key: "manifestacaoDeTerceiros" };
  // Every document of SEFAZ's test environment stands in quarantine, and none of them is ever released.
  if (alvo.quarentena) return { key: "manifestacaoEmQuarentena" };
  if (alvo.desconhecida) return { key: "manifestacaoDeDesconhecida" };
  if (alvo.cancelada) return { key: "manifestacaoDeCancelada" };
  return alvo.denegada ? { key: "manifestacaoDeDenegada" } : null;
}

/** Why the company cannot speak to SEFAZ now; null when it can. */
// The operator's certificate does not serve: SEFAZ compares the CNPJ's root with the recipient's (cStat 575, 593).
export function judgeEmpresa(empresa: Declarante | null, { agora, zona }: Agora): Impedimento | null {
  if (empresa === null) return { key: "manifestacaoDeTerceiros" };
  const { nome, certificado } = empresa;
  if (!empresa.ativa) return { key: "manifestacaoDesativada", values: { empresa: nome } };
  if (certificado === null) return { key: "manifestacaoSemCertificado", values: { empresa: nome } };
  const tell = (key: MensagemKey, em: Date): Impedimento => ({
    key,
    values: { empresa: nome, data: formatDataHora(em, zona) },
  });
  if (agora >= certificado.validoAte) return tell("manifestacaoCertificadoVencido", certificado.validoAte);
  return agora < certificado.validoDe ? tell("manifestacaoCertificadoFuturo", certificado.validoDe) : null;
}

/** What has been said of the document already leaves room for it. */
function judgeStatus({ registradas, pendentes }: Alvo, status: Manifestada): Impedimento | null {
  const conclusiva = (each: Manifestada): boolean => each !== CIENCIA;
  if (status === CIENCIA) {
    if (registradas.some((each) => conclusiva(each.status))) return { key: "cienciaDepoisDaConclusiva" };
    if (registradas.length > 0) return { key: "cienciaRepetida" };
  } else {
    const vezes = registradas.filter((each) => each.status === status).length;
    if (vigenteOf(registradas) === status) return { key: "manifestacaoVigente" };
    if (vezes >= OCORRENCIAS_MAX) return { key: "manifestacaoEsgotada", values: { vezes } };
  }
  // A ciência under way holds nobody up: the conclusive one takes its place.
  const emEnvio = pendentes.some((each) => conclusiva(each.status) || each.status === status);
  return emEnvio ? { key: "manifestacaoEmEnvio" } : null;
}

function judgePrazo(alvo: Alvo, status: Manifestada, { agora, zona }: Agora): Impedimento | null {
  const ate = prazoOf(alvo, status);
  if (agora <= ate) return null;
  const data = formatDataHora(ate, zona);
  const conclusiva = prazoOf(alvo, CONFIRMADA);
  if (status !== CIENCIA || agora > conclusiva) return { key: "manifestacaoForaDoPrazo", values: { data } };
  return { key: "cienciaForaDoPrazo", values: { data, conclusiva: formatDataHora(conclusiva, zona) } };
}

/** The one that is valid: the last conclusive one, else the ciência; 0 when there is none. */
export function vigenteOf(registradas: readonly Registrada[]): 0 | Manifestada {
  const ms = ({ em }: Registrada): number => em?.getTime() ?? 0;
  const order = (a: Registrada, b: Registrada): number =>
    Number(a.status !== CIENCIA) - Number(b.status !== CIENCIA) || ms(a) - ms(b) || a.nSeq - b.nSeq;
  return registradas.toSorted(order).at(-1)?.status ?? 0;
}

/** SEFAZ refuses what seems to come from its future (cStat 578): clocks may disagree by this much. */
const FOLGA_RELOGIO_MS = 60_000;

/**
 * When an evento is said to have happened, in the zone of who makes it: now, as late as clocks allow, never before the authorization
 * (cStat 577, 579), and never in the future, whatever a document that was mailed says of its authorization.
 * @returns yyyy-MM-ddTHH:mm:ss±hh:mm
 */
export function writeDhEvento({ autorizadaEm, agora, zona }: Agora & { autorizadaEm: Date }): string {
  const early = Math.ceil(Math.max(agora.getTime() - FOLGA_RELOGIO_MS, autorizadaEm.getTime()) / 1000);
  const instant = new Date(Math.min(early, Math.ceil(agora.getTime() / 1000)) * 1000);
  const offset = offsetOf(instant, zona);
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${pad(hours)}:${pad(minutes)}`;
}

/** Minutes that a zone is ahead of UTC. */
function offsetOf(instant: Date, zona: string): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zona, timeZoneName: "longOffset" });
  const name = parts.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}
