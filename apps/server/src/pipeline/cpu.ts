import fs from "node:fs";
import { performance } from "node:perf_hooks";

/** CPU time that the calling thread used since it began, in nanoseconds, is its first number.   @source proc_pid_schedstat(5) */
const SCHEDSTAT = "/proc/thread-self/schedstat";
const SCHEDSTAT_BYTES = 64;
const NS_PER_MS = 1e6;

let clock: (() => number) | undefined;

/**
 * CPU that this thread has used, in ms since some instant. Where the system does not say, it is the time that the event loop was busy,
 * which on a busy machine is more.
 */
export function cpuMs(): number {
  clock ??= openSchedstat() ?? (() => performance.eventLoopUtilization().active);
  return clock();
}

// The file belongs to the thread that opens it; each thread has its own copy of this module.
function openSchedstat(): (() => number) | null {
  const buffer = Buffer.alloc(SCHEDSTAT_BYTES);
  try {
    const file = fs.openSync(SCHEDSTAT, "r");
    const read = (): number => {
      const length = fs.readSync(file, buffer, 0, SCHEDSTAT_BYTES, 0);
      return Number.parseInt(buffer.toString("latin1", 0, length), 10) / NS_PER_MS;
    };
    return Number.isFinite(read()) ? read : null;
  } catch {
    return null;
  }
}
