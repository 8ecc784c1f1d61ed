import type { CaixaFailure } from "@malote/contract";
import type { MailSource } from "@malote/mailbox";
import { msLeft } from "../../clock.ts";
import type { CaixaGeneration, PollCaixa } from "../../services/caixa-email/caixa-poll.rows.ts";
import type { StageContext } from "../stage.ts";

/** The fetch stops this long before the deadline, in ms: time for the last commit. */
const RESERVE_MS = 15_000;
/** A long visit makes room for other mailboxes after this, in ms; it finishes the current message. */
const VISIT_MS = 90_000;
/** Messages per visit, so that the first sync of a full mailbox does not delay the others. */
export const VISIT_MESSAGES = 500;

/**
 * Result of a visit. failure: why a single message was not fetched; storedCount: messages stored, or
 * recorded as too large; newCount: resulting e-mails; hasMore: some are left for the next visit; marca:
 * position up to which all are stored or recorded.
 */
export type PollResult = {
  failure: CaixaFailure | null;
  storedCount: number;
  newCount: number;
  hasMore: boolean;
  position: string | null;
};

/** One visit to a mailbox. desde: its start, in machine time. */
export type Visit = { caixa: PollCaixa; source: MailSource; coleta: PollResult; desde: Date };

/** Mailbox and generation of this visit's messages. */
export function placeOf({ caixa }: Pick<Visit, "caixa">): CaixaGeneration {
  return { caixaId: caixa.id, geracao: caixa.geracao };
}

/** Time left to fetch, in ms; ≤ 0 when the visit must end. */
export function timeLeft(ctx: StageContext): number {
  return msLeft(ctx.clock, ctx.job.prazo) - RESERVE_MS;
}

/** Whether the visit has reached its limits. */
export function isAtLimit(ctx: StageContext, { coleta, desde }: Visit): boolean {
  if (coleta.storedCount >= VISIT_MESSAGES || timeLeft(ctx) <= 0) return true;
  return -msLeft(ctx.clock, desde) > VISIT_MS;
}
