/** A difference below this is drift, or a slow look. */
const JUMP_MS = 10_000;

/** Notices when the machine's clock is set, or the machine slept. */
export type ClockWatch = {
  /** How far the clock has jumped since the last call, in ms; 0 = it has not. Below 0: it was set back. */
  jumpMs(): number;
};

/** Compares two clocks: the one that is set, and the one that only runs.   @param now, steady other ones only in tests */
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
