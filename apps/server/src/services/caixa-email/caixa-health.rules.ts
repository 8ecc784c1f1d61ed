import type { CaixaFailure } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { NewTask } from "../task/task.rows.ts";
import type { CaixaHealth } from "./caixa-poll.rows.ts";

/**
 * The tarefa that polls a caixa. Its cota is the mail server's, which limits concurrent polls of the
 * same server.
 */
export function toPoll(caixa: { id: string; servidor: string }, venceEm: Date): NewTask {
  return { tipo: "poll", alvo: caixa.id, cota: `correio:${caixa.servidor.toLowerCase()}`, venceEm };
}

/** Consecutive failures before the owner is notified: a single one may be temporary. */
const ALERT_FAILURES = 2;
/** Causes that do not resolve by themselves. */
const IMMEDIATE_ALERT: ReadonlySet<string | null> = new Set(["senha", "autorizacao", "tls"]);

/** Minimum time between error e-mails of one mailbox, in ms: it may fail and recover all day. */
const ALERT_PAUSE_MS = DAY_MS;

/**
 * lastAlert: when the owner was last notified of an error, current or past; hasRecipient: the owner has
 * an address.
 */
export type AlertContext = { lastAlert: Date | null; hasRecipient: boolean };

/** The new health of a mailbox after a poll, and the e-mail to its owner, null = none. */
export type NextHealth = CaixaHealth & { email: "caixa-com-erro" | "caixa-recuperada" | null };

/**
 * A successful poll ends the error, and the owner is notified if the error was reported. A failure is
 * reported once: when it repeats or cannot resolve by itself, and no other was reported in the last 24
 * h.
 * @param fim.falha null = success
 */
export function nextHealth(
  before: CaixaHealth,
  { falha, now }: { falha: CaixaFailure | null; now: Date },
  { lastAlert, hasRecipient }: AlertContext,
): NextHealth {
  if (falha === null) {
    const email = before.avisadaEm === null ? null : "caixa-recuperada";
    return { erroDesde: null, falhasSeguidas: 0, avisadaEm: null, email };
  }
  const falhasSeguidas = before.falhasSeguidas + 1;
  const erroDesde = before.erroDesde ?? now;
  const isEnough = lastAlert !== null && now.getTime() - lastAlert.getTime() < ALERT_PAUSE_MS;
  if (before.avisadaEm !== null || !isLasting(falhasSeguidas, falha) || isEnough || !hasRecipient) {
    return { erroDesde, falhasSeguidas, avisadaEm: before.avisadaEm, email: null };
  }
  return { erroDesde, falhasSeguidas, avisadaEm: now, email: "caixa-com-erro" };
}

/** A mailbox before the poll: its cause, during an error. */
export type PreviousHealth = Pick<CaixaHealth, "erroDesde" | "falhasSeguidas"> & {
  ultimoErro: string | null;
};

/**
 * The event for webhooks at the end of a poll: an error that does not resolve by itself, once, and its
 * end. Unlike e-mails it has no minimum interval.
 * @param falha null = success
 */
export function findHealthChange(
  { erroDesde, falhasSeguidas, ultimoErro }: PreviousHealth,
  falha: CaixaFailure | null,
): "erro" | "recuperada" | null {
  const stood = erroDesde !== null && isLasting(falhasSeguidas, ultimoErro);
  if (falha === null) return stood ? "recuperada" : null;
  return !stood && isLasting(falhasSeguidas + 1, falha) ? "erro" : null;
}

function isLasting(falhasSeguidas: number, causa: string | null): boolean {
  return falhasSeguidas >= ALERT_FAILURES || IMMEDIATE_ALERT.has(causa);
}

/** Days of mail from which a mailbox's usual pauses are computed. */
export const HABIT_DAYS = 90;
/** Fewer messages than this give no usual pause. */
const HABIT_MIN = 5;
/** A pause shorter than this is never reported as silence. */
const SILENCE_MIN_MS = 3 * DAY_MS;
/** A mailbox is silent after this multiple of its usual longest pause. */
const SILENCE_FACTOR = 3;

/**
 * Statistics of a mailbox's mail in the last {@link HABIT_DAYS} days, by its send date.
 * maiorPausaMs: the longest time between two messages.
 */
export type MailHabit = { mensagens: number; ultima: Date | null; maiorPausaMs: number };

/**
 * Since when a mailbox is silent: longer than three days and three times its usual longest pause.
 * @returns null when it is not silent, or has too few messages
 */
export function findSilence({ mensagens, ultima, maiorPausaMs }: MailHabit, now: Date): Date | null {
  if (ultima === null || mensagens < HABIT_MIN) return null;
  const allowed = Math.max(SILENCE_MIN_MS, SILENCE_FACTOR * maiorPausaMs);
  return now.getTime() - ultima.getTime() > allowed ? ultima : null;
}

/** A pause in whole days, at least one. */
export function toDays(ms: number): number {
  return Math.max(1, Math.round(ms / DAY_MS));
}
