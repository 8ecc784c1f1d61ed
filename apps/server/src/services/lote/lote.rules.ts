import { LOTE_DESFAZER_HORAS, type LoteSituacao, type MessageKey } from "@malote/contract";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { Caller } from "../handler.ts";
import type { FlagState } from "../nota/flags/nota-flag.rows.ts";
import type { NewTask } from "../task/task.rows.ts";
import type { LoteRow } from "./lote.rows.ts";

/** Documents of one transaction. */
export const STEP_SIZE = 50;
/** Manifestações of one lote that wait for SEFAZ at once: a stop leaves at most these to be sent. */
export const SENDING_MAX = 20;
/** Time after which a lote lets others run, in ms. */
export const TURN_MS = 5_000;
const WAIT_MIN_MS = 2_000;

/** Outcome of one document. */
export type Outcome = {
  notaId: string;
  situacao: LoteSituacao;
  mensagem: MessageKey | null;
  values?: Record<string, string | number> | undefined;
  /** Of a mark that the lote clears: its author. */
  antesEm?: Date | null;
  antesPor?: string | null;
  manifestacaoId?: string | null;
};

/** The task that runs a lote; its cota is the conta. */
export function toLoteTask(contaId: string, id: string, venceEm: Date): NewTask {
  return { tipo: "lote", alvo: id, cota: `lote:${contaId}`, venceEm };
}

/** Wait until the next look at manifestações in sending, in ms: longer while SEFAZ does not answer. */
export function waitForAnswersMs(changedAt: Date, now: Date): number {
  const idle = now.getTime() - changedAt.getTime();
  return Math.min(Math.max(idle / 4, WAIT_MIN_MS), MINUTE_MS);
}

/** Whether a lote still has something to do. */
export function isOpen({ estado }: Pick<LoteRow, "estado">): boolean {
  return estado === "pendente" || estado === "em-andamento";
}

/** Until when the marks of a lote can be undone; null if never. */
export function undoableUntil(lote: LoteRow, now: Date): Date | null {
  const { tipo, feitos, origemTipo, terminadoEm, desfeitoEm } = lote;
  if (tipo !== "marca" || feitos === 0 || origemTipo === "desfaz") return null;
  if (terminadoEm === null || desfeitoEm !== null) return null;
  const until = new Date(terminadoEm.getTime() + LOTE_DESFAZER_HORAS * HOUR_MS);
  return now < until ? until : null;
}

/** Why a lote cannot be undone now; null if it can. */
export function findUndoRefusal(lote: LoteRow, now: Date): MessageKey | null {
  if (isOpen(lote)) return "loteEmAndamento";
  if (lote.tipo !== "marca") return "loteNaoDesfaz";
  if (lote.desfeitoEm !== null) return "loteJaDesfeito";
  if (lote.feitos === 0 || lote.origemTipo === "desfaz") return "loteNadaADesfazer";
  return undoableUntil(lote, now) === null ? "loteSemVolta" : null;
}

/** Whether a caller may stop a lote: its requester, or a manager. */
export function mayStop({ usuarioId, isManager, isPerson }: Caller, lote: LoteRow): boolean {
  return isPerson && (lote.usuarioId === usuarioId || isManager);
}

/** How an earlier lote found a document. mudou: another act changed the mark since. */
export type Earlier = { antesEm: Date | null; antesPor: string | null; mudou: boolean };

/** Judges a mark for one document. earlier: only of a lote that undoes another. */
export function judgeMark(
  notaId: string,
  state: FlagState | undefined,
  { valor, earlier }: { valor: boolean; earlier: Earlier | null },
): Outcome {
  if (state === undefined) return { notaId, situacao: "recusado", mensagem: "notaNaoEncontrada" };
  if (state.quarentena) return { notaId, situacao: "recusado", mensagem: "notaEmQuarentena" };
  if (earlier?.mudou) return { notaId, situacao: "sem-mudanca", mensagem: "loteMudouDepois" };
  if (state.valor === valor) return { notaId, situacao: "sem-mudanca", mensagem: "loteJaEstava" };
  return { notaId, situacao: "feito", mensagem: null, antesEm: state.em, antesPor: state.por };
}

/** Refusals of a manifestação that say that there is nothing to do. */
const NOTHING_TO_DO: ReadonlySet<MessageKey> = new Set(["manifestacaoVigente", "cienciaRepetida"]);

export function situacaoOf(key: MessageKey): LoteSituacao {
  return NOTHING_TO_DO.has(key) ? "sem-mudanca" : "recusado";
}
