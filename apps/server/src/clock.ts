import fs from "node:fs";
import path from "node:path";

/** The application's clock: sessions and due times read only this one. */
export type Clock = {
  now(): Date;
  /** The unshifted machine time. Leases use it, so that a jump of the sandbox's day expires none. */
  machine?(): Date;
  /**
   * Registers a callback for jumps of the clock; returns how to unregister it. Absent if the clock
   * never jumps.
   */
  onJump?(listener: () => void): () => void;
};

export const systemClock: Clock = { now: () => new Date(), machine: () => new Date() };

/** The time that leases run on. */
export function machineNow(clock: Clock): Date {
  return clock.machine?.() ?? clock.now();
}

/** Time left for an attempt, in ms; ≤ 0 when it is overdue. deadline: in machine time, as leases are. */
export function msLeft(clock: Clock, deadline: Date): number {
  return deadline.getTime() - machineNow(clock).getTime();
}

/** How often the sandbox's file is polled, in case its folder reports no changes, in ms. */
const LOOK_MS = 400;

/** The machine's clock plus the shift in a file: `{ "deslocamentoMs": 90000000 }`. No file, no shift. */
export type FollowedClock = Required<Clock> & { close(): void };

/**
 * Follows the sandbox's clock through the file that it writes at every move. Does not keep the
 * process alive.
 * @param file its path; the sandbox replaces the file by rename
 */
export function followClock(file: string): FollowedClock {
  let shiftMs = readShift(file) ?? 0;
  const listeners = new Set<() => void>();
  const look = (): void => {
    const next = readShift(file);
    if (next === null || next === shiftMs) return;
    shiftMs = next;
    for (const listener of listeners) listener();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  const watcher = watchFolder(path.dirname(file), look);
  return {
    now: () => new Date(Date.now() + shiftMs),
    machine: () => new Date(),
    onJump: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      clearInterval(timer);
      watcher?.close();
    },
  };
}

// A folder that cannot be watched is still polled.
function watchFolder(dir: string, look: () => void): fs.FSWatcher | null {
  try {
    return fs.watch(dir, { persistent: false }, look).on("error", () => {});
  } catch {
    return null;
  }
}

/** Null when the file cannot be parsed: the clock then keeps its shift. */
function readShift(file: string): number | null {
  try {
    const { deslocamentoMs } = JSON.parse(fs.readFileSync(file, "utf8")) as { deslocamentoMs?: unknown };
    return typeof deslocamentoMs === "number" && Number.isFinite(deslocamentoMs) ? deslocamentoMs : null;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? 0 : null;
  }
}
