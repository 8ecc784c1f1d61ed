/** A smaller difference is drift, or a late check. */
const JUMP_MS = 10_000;

/** Detects that the machine's clock was changed, or that the machine slept. */
export type ClockWatch = {
  /** Jump of the clock since the last call, in ms; 0 = none; negative = set back. */
  jumpMs(): number;
};

/** Compares the wall clock with a monotonic one. @param now, steady replaced only in tests */
export function watchClock(now: () => number = Date.now, steady = () => performance.now()): ClockWatch {
  let offset = now() - steady();
  return {
    jumpMs: () => {
      const next = now() - steady();
      const jump = next - offset;
      if (Math.abs(jump) < JUMP_MS) return 0;
      offset = next;
      return Math.round(jump);
    },
  };
}
