import fs from "node:fs";
import path from "node:path";

/** The app's clock; sessions and due times read it and no other. */
export type Clock = {
  now(): Date;
  /** The machine's own time, where `now` is shifted: leases tell a process that hangs, and no jump of the day makes one hang. */
  machine?(): Date;
  /** Calls when the clock has jumped; answers how to end that. Absent where it never does. */
  onJump?(heed: () => void): () => void;
};

export const systemClock: Clock = { now: () => new Date(), machine: () => new Date() };

/** What leases run by. */
export function machineNow(clock: Clock): Date {
  return clock.machine?.() ?? clock.now();
}

/** How long an attempt still has, in ms; not above 0 when it should have ended. prazo: an instant of the machine's, as leases are. */
export function msLeft(clock: Clock, prazo: Date): number {
  return prazo.getTime() - machineNow(clock).getTime();
}

/** How often the sandbox's file is looked at, should its folder tell nothing, in ms. */
const LOOK_MS = 400;

/** A clock that runs with the machine's, shifted as a file says: `{ "deslocamentoMs": 90000000 }`. No file, no shift. */
export type FollowedClock = Required<Clock> & { close(): void };

/**
 * Follows the sandbox's clock through the file that it writes at every move. Keeps no process alive.
 * @param file its path; the sandbox puts a new file in the place of the old one
 */
export function followClock(file: string): FollowedClock {
  let shiftMs = readShift(file) ?? 0;
  const heeding = new Set<() => void>();
  const look = (): void => {
    const next = readShift(file);
    if (next === null || next === shiftMs) return;
    shiftMs = next;
    for (const heed of heeding) heed();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  const watcher = watchFolder(path.dirname(file), look);
  return {
    now: () => new Date(Date.now() + shiftMs),
    machine: () => new Date(),
    onJump: (heed) => {
      heeding.add(heed);
      return () => heeding.delete(heed);
    },
    close: () => {
      clearInterval(timer);
      watcher?.close();
    },
  };
}

// A folder that cannot be watched is looked into all the same.
function watchFolder(dir: string, look: () => void): fs.FSWatcher | null {
  try {
    return fs.watch(dir, { persistent: false }, look).on("error", () => {});
  } catch {
    return null;
  }
}

/** Null when the file says nothing that can be understood: the clock then stays as it is. */
function readShift(file: string): number | null {
  try {
    const { deslocamentoMs } = JSON.parse(fs.readFileSync(file, "utf8")) as { deslocamentoMs?: unknown };
    return typeof deslocamentoMs === "number" && Number.isFinite(deslocamentoMs) ? deslocamentoMs : null;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? 0 : null;
  }
}
