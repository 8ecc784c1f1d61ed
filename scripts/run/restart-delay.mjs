/** Delay before the first restart, and the longest delay, in ms: eight crashes in a row reach it. */
const FIRST_MS = 300;
const CAP_MS = 30_000;
/** After this run time a process counts as healthy and its next crash as the first, in ms. */
const STEADY_MS = 120_000;

/** nth: number of crashes in a row, this one included. @typedef {{ nth: number, delayMs: number }} Restart */

/**
 * Delays between restarts of one process: 0.3 s, doubled for each crash in a row, at most 30 s.
 * Each is drawn from its upper half, so that processes that end together do not all start together.
 * @param {{ random?: () => number, firstMs?: number, capMs?: number }} [options] random: in [0, 1);
 *   lower delays are only for tests
 * @returns {(livedMs: number) => Restart} livedMs: run time of the process that ended
 */
export function createRestartDelay({ random = Math.random, firstMs = FIRST_MS, capMs = CAP_MS } = {}) {
  let nth = 0;
  return (livedMs) => {
    nth = livedMs >= STEADY_MS ? 1 : nth + 1;
    const whole = Math.min(capMs, firstMs * 2 ** (nth - 1));
    return { nth, delayMs: Math.round(whole * (0.5 + random() / 2)) };
  };
}
