const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Wait after the first failure in a row; each further one doubles it, up to the interval of backups. */
const RETRY_MS = 30_000;
/** However long a backup takes, so much time passes between the end of one and the start of the next. */
const REST_SHARE = 4;
const PRUNE_MS = HOUR_MS;
/** Parts of a verification: one a day. */
export const SHARES = 7;

/** Backups so far. ended: null before the first. failures: in a row. */
export type BackupState = { started: Date; ended: Date; failures: number } | null;

/**
 * When the next backup begins. After a good one: so early that it should be finished one interval after this one began, since what is lost
 * is the time between the beginnings plus the time that the next one takes.
 */
export function nextBackupAt(state: BackupState, everyMs: number): Date {
  if (state === null) return new Date(0);
  const { started, ended, failures } = state;
  if (failures > 0) {
    return new Date(ended.getTime() + Math.min(RETRY_MS * 2 ** (failures - 1), everyMs));
  }
  const tookMs = ended.getTime() - started.getTime();
  const rest = Math.max(everyMs - 2 * tookMs, everyMs / REST_SHARE);
  return new Date(ended.getTime() + rest);
}

/** A request brings the next backup forward, unless it came before an attempt that failed: that one has its own time. */
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

/** What was verified when. share: the one that is next, 0 to SHARES − 1. */
export type VerifyState = { share: number; shareAt: Date; wholeAt: Date };

/** Whole once a week, a part on each day between. */
export function dueVerify({ shareAt, wholeAt }: VerifyState, now: Date): "whole" | "share" | null {
  if (now.getTime() - wholeAt.getTime() >= SHARES * DAY_MS) return "whole";
  return now.getTime() - shareAt.getTime() >= DAY_MS ? "share" : null;
}

/** A whole verification stands for the part of its day too. */
export function afterVerify(state: VerifyState, done: "whole" | "share", now: Date): VerifyState {
  if (done === "whole") return { ...state, shareAt: now, wholeAt: now };
  return { ...state, share: (state.share + 1) % SHARES, shareAt: now };
}
