import type { Signature } from "../examination.ts";

/** Decides which files of one e-mail or upload are still tried. */
export type RepairLimiter = {
  /** Says whether to try a file with this damage. Refusals are counted. */
  mayTry(signature: Signature): boolean;
  /** Records the result of a try. */
  tried(signature: Signature, isRepaired: boolean): void;
};

/** Consecutive failures of one kind of damage after which trying stops. */
export const FAILED_REPAIRS_MAX = 8;

type FailureCount = { failures: number; skipped: number; nextRetry: number };

/** Stops after FAILED_REPAIRS_MAX consecutive failures of one kind, then retries one file after 8,
 * 16, 32… skipped ones: so a few unrepairable files do not exclude all repairable ones behind them. */
export function createRepairLimiter(): RepairLimiter {
  const kinds = new Map<string, FailureCount>();
  return {
    mayTry(signature) {
      const known = kinds.get(kindOf(signature));
      if (known === undefined || known.failures < FAILED_REPAIRS_MAX) return true;
      known.skipped += 1;
      if (known.skipped <= known.nextRetry) return false;
      known.skipped = 0;
      known.nextRetry *= 2;
      return true;
    },
    tried(signature, isRepaired) {
      const kind = kindOf(signature);
      const { failures = 0, nextRetry = FAILED_REPAIRS_MAX } = kinds.get(kind) ?? {};
      if (isRepaired) kinds.delete(kind);
      else kinds.set(kind, { failures: failures + 1, skipped: 0, nextRetry: nextRetry });
    },
  };
}

function kindOf({ motivos }: Signature): string {
  return motivos.join(" ");
}
