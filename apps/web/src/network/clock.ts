/** The header in which the server says what time it is: the day of the sandbox may be another than today. */
const HEADER = "malote-agora";
/** A smaller difference is that of the network and of two good clocks, in ms. */
const TOLERANCE_MS = 30_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/** Follows the server's clock. */
export function noteServerTime({ headers }: Response): void {
  const difference = Date.parse(headers.get(HEADER) ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  const next = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
  if (Math.abs(next - offsetMs) < TOLERANCE_MS) return;
  offsetMs = next;
  for (const listener of listeners) listener();
}

/** The time at the server: what "today", periods and relative times go by. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);

/** Calls back when the server's clock moved. @returns unsubscribes */
export function onClockMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
