import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, type MensagemKey } from "@malote/contract";
import { findPrazoEvento, type PrazoEnd } from "@malote/dfe";
import { normalizeJustificativa } from "@malote/sefaz";
import { CANCELADOS, DENEGADOS, formatDataHora, type TipoNota } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** A recipient's statement about an NF-e: 1 confirmed, 2 unknown, 3 not performed, 4 ciência (spec §4). */
export type Manifestada = 1 | 2 | 3 | 4;

/** tpEvento of each. @source NT 2020.001 v1.60, tabela de eventos do destinatário */
export const TIPOS_EVENTO = { 1: "210200", 2: "210220", 3: "210240", 4: "210210" } as const;

/** Name of each, as the registro writes it. */
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
 * How often SEFAZ registers each conclusive type for one document; the last one is valid.
 * @source NT 2020.001 v1.60, cStat 594
 */
export const OCORRENCIAS_MAX = 2;

/** cStats of a cancelled document, and of denied use. @source MOC 7.0, tabela de códigos */
export const CANCELADA = CANCELADOS;
export const DENEGADA = DENEGADOS;

/** SEFAZ has no such document. @source MOC 7.0, tabela de códigos */
export const DESCONHECIDA_NA_SEFAZ = "217";

/** A manifestação that SEFAZ registered, of the right author. */
export type Registrada = { status: Manifestada; nSeq: number; em: Date | null };

/** The company that would send it, with its certificate, valid or not. */
export type Declarante = {
  id: string;
  nome: string;
  ativa: boolean;
  certificado: { validoDe: Date; validoAte: Date } | null;
};

/** A view of a document, for manifestações. `autorizadaEm`: its emission if it came without a protocolo. */
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
  /** Requested and not yet answered. */
  pendentes: readonly Vontade[];
};

/** Why a request is not possible, as a key of its sentence. */
export type Impedimento = { key: MensagemKey; values?: Record<string, string | number> };

/** The instant of a decision, and the zone of its dates. */
export type Agora = { agora: Date; zona: string };

/** Deadline of one manifestação. */
export type Prazo = { status: Manifestada; ate: Date; vencido: boolean };

/** A user's request for a manifestação. */
export type Vontade = { status: Manifestada; justificativa: string | null };

/**
 * Reads a user's request. Only "not performed" has a reason.
 * @throws {Refusal} if the reason is missing, superfluous or invalid, or the request would undo one
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

/** True for a chave of the only model that accepts manifestações. */
export function isManifestavel(chave: string): boolean {
  return chave.slice(20, 22) === MODELO_NFE;
}

/** True if the same request is pending already: nothing more needs to be done. */
export function isPedida({ pendentes }: Pick<Alvo, "pendentes">, vontade: Vontade): boolean {
  return pendentes.some(
    (each) => each.status === vontade.status && each.justificativa === vontade.justificativa,
  );
}

/** Why one may not be requested now; null if it may. */
export function findImpedimento(alvo: Alvo, status: Manifestada, quando: Agora): Impedimento | null {
  return (
    findImpedimentoDoDocumento(alvo) ??
    judgeEmpresa(alvo.empresa, quando) ??
    judgeStatus(alvo, status) ??
    judgePrazo(alvo, status, quando)
  );
}

/** Why none may be requested now; null if at least one may. */
export function findImpedimentoGeral(alvo: Alvo, quando: Agora): Impedimento | null {
  const impedimentos = MANIFESTADAS.map((status) => findImpedimento(alvo, status, quando));
  return impedimentos.includes(null) ? null : (impedimentos[0] ?? null);
}

/** Deadlines of the types that earlier manifestações do not exclude; empty if the document accepts none. */
export function prazosOf(alvo: Alvo, agora: Date): Prazo[] {
  if (findImpedimentoDoDocumento(alvo)) return [];
  const livres = MANIFESTADAS.filter((status) => judgeStatus({ ...alvo, pendentes: [] }, status) === null);
  return livres.map((status) => {
    const ate = prazoOf(alvo, status);
    return { status, ate, vencido: agora > ate };
  });
}

/** The next nSeq of its type, from 1. */
export function nextNSeq({ registradas }: Pick<Alvo, "registradas">, status: Manifestada): number {
  const seqs = registradas.filter((each) => each.status === status).map(({ nSeq }) => nSeq);
  return Math.max(0, ...seqs) + 1;
}

/** Deadline of one type: the rule in force when the document was authorized. */
export function prazoOf({ autorizadaEm }: Pick<Alvo, "autorizadaEm">, status: Manifestada): Date {
  return findPrazo(autorizadaEm, status).ate;
}

function findPrazo(autorizadaEm: Date, status: Manifestada): PrazoEnd {
  const tpEvento = TIPOS_EVENTO[status];
  const prazo = findPrazoEvento({ modelo: MODELO_NFE, tpEvento }, autorizadaEm);
  if (prazo === null) throw new Error(`${tpEvento} has no deadline`);
  return prazo;
}

/** Deadline of a conclusive manifestação, and the time of its tacit confirmation. */
export type Silencio = { prazoManifestacao: Date | null; confirmadaTacitamenteEm: Date | null };

/**
 * The deadline of a document that lacks a conclusive manifestação. `aManifestarDesde`: its authorization;
 * null = it lacks none.
 */
export function silencioOf(aManifestarDesde: Date | null, agora: Date): Silencio {
  if (!aManifestarDesde) return { prazoManifestacao: null, confirmadaTacitamenteEm: null };
  const { ate, tacita } = findPrazo(aManifestarDesde, CONFIRMADA);
  return { prazoManifestacao: ate, confirmadaTacitamenteEm: tacita && agora > ate ? ate : null };
}

/** Why a document accepts no manifestação of any user; null if it does. */
export function findImpedimentoDoDocumento(alvo: Alvo): Impedimento | null {
  if (alvo.tipoNota !== "NFe" || !isManifestavel(alvo.chave)) return { key: "manifestacaoSoNfe" };
  if (alvo.papel !== "E") return { key: "manifestacaoSoRecebida" };
  if (alvo.terceiros) return { key: "manifestacaoDeTerceiros" };
  // Every document of SEFAZ's test environment is in quarantine and is never released.
  if (alvo.quarentena) return { key: "manifestacaoEmQuarentena" };
  if (alvo.desconhecida) return { key: "manifestacaoDeDesconhecida" };
  if (alvo.cancelada) return { key: "manifestacaoDeCancelada" };
  return alvo.denegada ? { key: "manifestacaoDeDenegada" } : null;
}

/** Why the company cannot send to SEFAZ now; null if it can. */
// The operator's certificate does not work: SEFAZ compares CNPJ roots (cStat 575, 593).
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

/** Whether earlier manifestações of the document leave room for this one. */
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
  // A pending ciência blocks nothing: the conclusive one replaces it.
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

/** The valid one: the last conclusive one, else the ciência; 0 if there is none. */
export function vigenteOf(registradas: readonly Registrada[]): 0 | Manifestada {
  const ms = ({ em }: Registrada): number => em?.getTime() ?? 0;
  const order = (a: Registrada, b: Registrada): number =>
    Number(a.status !== CIENCIA) - Number(b.status !== CIENCIA) || ms(a) - ms(b) || a.nSeq - b.nSeq;
  return registradas.toSorted(order).at(-1)?.status ?? 0;
}

/** SEFAZ refuses an evento from its future (cStat 578): clocks may disagree by this much. */
const FOLGA_RELOGIO_MS = 60_000;

/**
 * The stated time of an evento, in the sender's zone: now minus the clock tolerance, but not before the
 * authorization (cStat 577, 579). Never in the future, whatever a mailed document claims as authorization.
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

/** Offset of a zone from UTC, in minutes. */
function offsetOf(instant: Date, zona: string): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zona, timeZoneName: "longOffset" });
  const name = parts.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}
