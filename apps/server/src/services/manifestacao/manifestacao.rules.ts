import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, type MessageKey } from "@malote/contract";
import { type DeadlineEnd, findEventoDeadline } from "@malote/dfe";
import { normalizeJustificativa } from "@malote/sefaz";
import {
  CANCELLED_CSTATS,
  DENIED_CSTATS,
  formatDateTime,
  MINUTE_MS,
  MODELOS,
  type TipoNota,
  tipoNotaOfModelo,
} from "@malote/syntax";
import type { Row } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";

/** A recipient's statement about an NF-e: 1 confirmed, 2 unknown, 3 not performed, 4 ciência (spec §4). */
export type ManifestacaoStatus = NonNullable<Row<"manifestacao">["status"]>;

/** tpEvento of each. @source NT 2020.001 v1.60, tabela de eventos do destinatário */
export const EVENTO_TYPES = { 1: "210200", 2: "210220", 3: "210240", 4: "210210" } as const;

/** Name of each, as the registro writes it. */
export const MANIFESTACAO_NAMES = {
  1: "Confirmação da operação",
  2: "Desconhecimento da operação",
  3: "Operação não realizada",
  4: "Ciência da operação",
} as const;

const MANIFESTACAO_STATUSES: readonly ManifestacaoStatus[] = [1, 2, 3, 4];
export const CIENCIA = 4;
export const CONFIRMED = 1;
const NOT_PERFORMED = 3;
/** The model with the types and deadlines of a manifestação. */
export const MODELO_MANIFESTACAO = MODELOS.NFe.modelo;

/**
 * How often SEFAZ registers each conclusive type for one document; the last one is valid.
 * @source NT 2020.001 v1.60, cStat 594
 */
export const OCCURRENCES_MAX = 2;

/** cStats of a cancelled document, and of denied use. @source MOC 7.0, tabela de códigos */
export const CANCELLED_STATUSES = CANCELLED_CSTATS;
export const DENIED_STATUSES = DENIED_CSTATS;

/** SEFAZ has no such document. @source MOC 7.0, tabela de códigos */
export const UNKNOWN_TO_SEFAZ = "217";

/** A manifestação that SEFAZ registered, of the right author. */
export type RegisteredManifestacao = { status: ManifestacaoStatus; nSeq: number; em: Date | null };

/** The company that would send it, with its certificate, valid or not. */
export type ManifestacaoSender = {
  id: string;
  nome: string;
  ativa: boolean;
  certificado: { validoDe: Date; validoAte: Date } | null;
};

/** A view of a document, for manifestações. `autorizadaEm`: its emission if it came without a protocolo. */
export type ManifestacaoTarget = {
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
  empresa: ManifestacaoSender | null;
  registradas: readonly RegisteredManifestacao[];
  /** Requested and not yet answered. */
  pendentes: readonly ManifestacaoRequest[];
};

/** Why a request is not possible, as a key of its sentence. */
export type Impediment = { key: MessageKey; values?: Record<string, string | number> };

/** The instant of a decision, and the zone of its dates. */
export type ZonedNow = { now: Date; zona: string };

/** Deadline of one manifestação. */
export type ManifestacaoDeadline = { status: ManifestacaoStatus; ate: Date; vencido: boolean };

/** A user's request for a manifestação. */
export type ManifestacaoRequest = { status: ManifestacaoStatus; justificativa: string | null };

/**
 * Reads a user's request. Only "not performed" has a reason.
 * @throws {Refusal} if the reason is missing, superfluous or invalid, or the request would undo one
 */
export function readManifestacaoRequest(
  novoStatus: 0 | ManifestacaoStatus,
  text: string | null | undefined,
): ManifestacaoRequest {
  if (novoStatus === 0) throw new Refusal("manifestacaoNaoVolta", { campo: "novoStatus" });
  if (novoStatus !== NOT_PERFORMED) {
    if ((text ?? "").trim() !== "") throw new Refusal("justificativaSobra", { campo: "justificativa" });
    return { status: novoStatus, justificativa: null };
  }
  const justificativa = normalizeJustificativa(text ?? "");
  if (justificativa !== null) return { status: novoStatus, justificativa };
  const size = (text ?? "").trim().replace(/\s+/g, " ").length;
  if (size >= JUSTIFICATIVA_MIN && size <= JUSTIFICATIVA_MAX) {
    throw new Refusal("justificativaCaracteres", { campo: "justificativa" });
  }
  const values = { min: JUSTIFICATIVA_MIN, max: JUSTIFICATIVA_MAX };
  throw new Refusal("justificativaTamanho", { values, campo: "justificativa" });
}

/** True for a chave of a model that accepts manifestações. */
export function acceptsManifestacao(chave: string): boolean {
  const tipo = tipoNotaOfModelo(chave.slice(20, 22));
  return tipo !== null && MODELOS[tipo].manifestacao;
}

/** True if the same request is pending already: nothing more needs to be done. */
export function isRequested(
  { pendentes }: Pick<ManifestacaoTarget, "pendentes">,
  request: ManifestacaoRequest,
): boolean {
  return pendentes.some(
    (each) => each.status === request.status && each.justificativa === request.justificativa,
  );
}

/** Why one may not be requested now; null if it may. */
export function findImpediment(
  target: ManifestacaoTarget,
  status: ManifestacaoStatus,
  when: ZonedNow,
): Impediment | null {
  return (
    findDocumentImpediment(target) ??
    judgeEmpresa(target.empresa, when) ??
    judgeStatus(target, status) ??
    judgeDeadline(target, status, when)
  );
}

/** Why none may be requested now; null if at least one may. */
export function findGeneralImpediment(target: ManifestacaoTarget, when: ZonedNow): Impediment | null {
  const impediments = MANIFESTACAO_STATUSES.map((status) => findImpediment(target, status, when));
  return impediments.includes(null) ? null : (impediments[0] ?? null);
}

/** Deadlines of the types that earlier manifestações do not exclude; empty if the document accepts none. */
export function deadlinesOf(target: ManifestacaoTarget, now: Date): ManifestacaoDeadline[] {
  if (findDocumentImpediment(target)) return [];
  const allowed = MANIFESTACAO_STATUSES.filter(
    (status) => judgeStatus({ ...target, pendentes: [] }, status) === null,
  );
  return allowed.map((status) => {
    const until = deadlineOf(target, status);
    return { status, ate: until, vencido: now > until };
  });
}

/** The next nSeq of its type, from 1. */
export function nextNSeq(
  { registradas }: Pick<ManifestacaoTarget, "registradas">,
  status: ManifestacaoStatus,
): number {
  const seqs = registradas.filter((each) => each.status === status).map(({ nSeq }) => nSeq);
  return Math.max(0, ...seqs) + 1;
}

/** Deadline of one type: the rule in force when the document was authorized. */
export function deadlineOf(
  { autorizadaEm }: Pick<ManifestacaoTarget, "autorizadaEm">,
  status: ManifestacaoStatus,
): Date {
  return findDeadline(autorizadaEm, status).ate;
}

function findDeadline(autorizadaEm: Date, status: ManifestacaoStatus): DeadlineEnd {
  const tpEvento = EVENTO_TYPES[status];
  const deadline = findEventoDeadline({ modelo: MODELO_MANIFESTACAO, tpEvento }, autorizadaEm);
  if (deadline === null) throw new Error(`${tpEvento} has no deadline`);
  return deadline;
}

/** Deadline of a conclusive manifestação, and the time of its tacit confirmation. */
export type TacitConfirmation = { prazoManifestacao: Date | null; confirmadaTacitamenteEm: Date | null };

/**
 * The deadline of a document that lacks a conclusive manifestação. `aManifestarDesde`: its authorization;
 * null = it lacks none.
 */
export function tacitConfirmationOf(aManifestarDesde: Date | null, now: Date): TacitConfirmation {
  if (!aManifestarDesde) return { prazoManifestacao: null, confirmadaTacitamenteEm: null };
  const { ate: until, tacita } = findDeadline(aManifestarDesde, CONFIRMED);
  return { prazoManifestacao: until, confirmadaTacitamenteEm: tacita && now > until ? until : null };
}

/** Why a document accepts no manifestação of any user; null if it does. */
export function findDocumentImpediment(target: ManifestacaoTarget): Impediment | null {
  if (!MODELOS[target.tipoNota].manifestacao || !acceptsManifestacao(target.chave))
    return { key: "manifestacaoSoNfe" };
  if (target.papel !== "E") return { key: "manifestacaoSoRecebida" };
  if (target.terceiros) return { key: "manifestacaoDeTerceiros" };
  // Every document of SEFAZ's test environment is in quarantine and is never released.
  if (target.quarentena) return { key: "manifestacaoEmQuarentena" };
  if (target.desconhecida) return { key: "manifestacaoDeDesconhecida" };
  if (target.cancelada) return { key: "manifestacaoDeCancelada" };
  return target.denegada ? { key: "manifestacaoDeDenegada" } : null;
}

/** Why the company cannot send to SEFAZ now; null if it can. */
// The operator's certificate does not work: SEFAZ compares CNPJ roots (cStat 575, 593).
export function judgeEmpresa(empresa: ManifestacaoSender | null, { now, zona }: ZonedNow): Impediment | null {
  if (empresa === null) return { key: "manifestacaoDeTerceiros" };
  const { nome, certificado } = empresa;
  if (!empresa.ativa) return { key: "manifestacaoDesativada", values: { empresa: nome } };
  if (certificado === null) return { key: "manifestacaoSemCertificado", values: { empresa: nome } };
  const impedimentOf = (key: MessageKey, em: Date): Impediment => ({
    key,
    values: { empresa: nome, data: formatDateTime(em, zona) },
  });
  if (now >= certificado.validoAte)
    return impedimentOf("manifestacaoCertificadoVencido", certificado.validoAte);
  return now < certificado.validoDe
    ? impedimentOf("manifestacaoCertificadoFuturo", certificado.validoDe)
    : null;
}

/** Whether earlier manifestações of the document leave room for this one. */
function judgeStatus(
  { registradas, pendentes }: ManifestacaoTarget,
  status: ManifestacaoStatus,
): Impediment | null {
  const conclusive = (each: ManifestacaoStatus): boolean => each !== CIENCIA;
  if (status === CIENCIA) {
    if (registradas.some((each) => conclusive(each.status))) return { key: "cienciaDepoisDaConclusiva" };
    if (registradas.length > 0) return { key: "cienciaRepetida" };
  } else {
    const times = registradas.filter((each) => each.status === status).length;
    if (validOf(registradas) === status) return { key: "manifestacaoVigente" };
    if (times >= OCCURRENCES_MAX) return { key: "manifestacaoEsgotada", values: { vezes: times } };
  }
  // A pending ciência blocks nothing: the conclusive one replaces it.
  const isPending = pendentes.some((each) => conclusive(each.status) || each.status === status);
  return isPending ? { key: "manifestacaoEmEnvio" } : null;
}

function judgeDeadline(
  target: ManifestacaoTarget,
  status: ManifestacaoStatus,
  { now, zona }: ZonedNow,
): Impediment | null {
  const until = deadlineOf(target, status);
  if (now <= until) return null;
  const date = formatDateTime(until, zona);
  const conclusive = deadlineOf(target, CONFIRMED);
  if (status !== CIENCIA || now > conclusive)
    return { key: "manifestacaoForaDoPrazo", values: { data: date } };
  return { key: "cienciaForaDoPrazo", values: { data: date, conclusiva: formatDateTime(conclusive, zona) } };
}

/** The valid one: the last conclusive one, else the ciência; 0 if there is none. */
export function validOf(registradas: readonly RegisteredManifestacao[]): 0 | ManifestacaoStatus {
  const ms = ({ em }: RegisteredManifestacao): number => em?.getTime() ?? 0;
  const order = (a: RegisteredManifestacao, b: RegisteredManifestacao): number =>
    Number(a.status !== CIENCIA) - Number(b.status !== CIENCIA) || ms(a) - ms(b) || a.nSeq - b.nSeq;
  return registradas.toSorted(order).at(-1)?.status ?? 0;
}

/** SEFAZ refuses an evento from its future (cStat 578): clocks may disagree by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * The stated time of an evento, in the sender's zone: now minus the clock tolerance, but not before the
 * authorization (cStat 577, 579). Never in the future, whatever a mailed document claims as authorization.
 * @returns yyyy-MM-ddTHH:mm:ss±hh:mm
 */
export function writeDhEvento({ autorizadaEm, now, zona }: ZonedNow & { autorizadaEm: Date }): string {
  const early = Math.ceil(Math.max(now.getTime() - CLOCK_TOLERANCE_MS, autorizadaEm.getTime()) / 1000);
  const instant = new Date(Math.min(early, Math.ceil(now.getTime() / 1000)) * 1000);
  const offset = offsetOf(instant, zona);
  const local = new Date(instant.getTime() + offset * MINUTE_MS).toISOString().slice(0, 19);
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
