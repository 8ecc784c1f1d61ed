/** Delay before the first restart, and the longest one, in ms: eight crashes in a row reach it. */
const FIRST_MS = 300;
const CAP_MS = 30_000;
/** A process that ran for so long is healthy: its next crash counts as the first, in ms. */
const STEADY_MS = 120_000;

/** @typedef {{ nth: number, delayMs: number }} Restart nth: crashes in a row, this one included */

/**
 * Delays between restarts of one process: 0.3 s, doubled for each crash in a row, at most 30 s. Each is drawn from its upper half, so that
 * processes that end together do not all start together.
 * @param {{ random?: () => number, firstMs?: number, capMs?: number }} [options] random: in [0, 1); the delays: lower only in tests
 * @returns {(livedMs: number) => Restart} takes how long the process that ended had run
 */
export function createRestartDelay({ random = Math.random, firstMs = FIRST_MS, capMs = CAP_MS } = {}) {
  let nth = 0;
  return (livedMs) => {
    nth = livedMs >= STEADY_MS ? 1 : nth + 1;
    const whole = Math.min(capMs, firstMs * 2 ** (nth - 1));
    return { nth, delayMs: Math.round(whole * (0.5 + random() / 2)) };
  };
}
