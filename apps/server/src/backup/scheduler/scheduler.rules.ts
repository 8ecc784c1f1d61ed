import { DAY_MS, HOUR_MS } from "@malote/syntax";

/** Delay after the first failure; each further failure in a row doubles it, up to the backup interval. */
const RETRY_MS = 30_000;
/** The pause after a backup is at least the interval divided by this, however long the backup took. */
const PAUSE_DIVISOR = 4;
const PRUNE_MS = HOUR_MS;
/** Shares of a verification; one is verified each day. */
export const SHARES = 7;

/** The last backup attempt; null before the first. failures: consecutive failures, 0 after a success. */
export type BackupState = { started: Date; ended: Date; failures: number } | null;

/**
 * When the next backup starts. After a success it starts early enough to finish one interval after the last
 * start: a failure loses the time between two starts plus the duration of the next backup.
 */
export function nextBackupAt(state: BackupState, everyMs: number): Date {
  if (state === null) return new Date(0);
  const { started, ended, failures } = state;
  if (failures > 0) {
    return new Date(ended.getTime() + Math.min(RETRY_MS * 2 ** (failures - 1), everyMs));
  }
  const durationMs = ended.getTime() - started.getTime();
  const pauseMs = Math.max(everyMs - 2 * durationMs, everyMs / PAUSE_DIVISOR);
  return new Date(ended.getTime() + pauseMs);
}

/**
 * A request starts the backup at once, except a request older
 * than a failed attempt: the retry delay applies to it.
 */
export function isBackupDue(
  state: BackupState,
  { everyMs, now, requested }: { everyMs: number; now: Date; requested: Date | null },
): boolean {
  if (now >= nextBackupAt(state, everyMs)) return true;
  return requested !== null && (state === null || state.failures === 0 || requested > state.started);
}

export function isPruneDue(pruned: Date | null, now: Date): boolean {
  return pruned === null || now.getTime() - pruned.getTime() >= PRUNE_MS;
}

/** When the last verifications ran. share: the next share, 0 to SHARES − 1. */
export type VerifyState = { share: number; shareAt: Date; wholeAt: Date };

/** A whole verification is due once a week, and a share on each other day. */
export function findDueVerify({ shareAt, wholeAt }: VerifyState, now: Date): "whole" | "share" | null {
  if (now.getTime() - wholeAt.getTime() >= SHARES * DAY_MS) return "whole";
  return now.getTime() - shareAt.getTime() >= DAY_MS ? "share" : null;
}

/** A whole verification also counts as the share of its day. */
export function afterVerify(state: VerifyState, done: "whole" | "share", now: Date): VerifyState {
  if (done === "whole") return { ...state, shareAt: now, wholeAt: now };
  return { ...state, share: (state.share + 1) % SHARES, shareAt: now };
}
