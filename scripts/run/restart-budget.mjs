const MAX_RESTARTS = 5;
const WINDOW_MS = 10 * 60_000;

/**
 * Counts the restarts of one process: at most 5 within any 10 minutes.
 * @param {() => number} now
 * @returns {() => number | null} asks for one more: which one it is (1..5), or null when there is none left
 */
export function restartBudget(now = Date.now) {
  /** @type {number[]} */
  let spent = [];
  return () => {
    const instant = now();
    spent = spent.filter((at) => instant - at < WINDOW_MS);
    if (spent.length >= MAX_RESTARTS) return null;
    return spent.push(instant);
  };
}
