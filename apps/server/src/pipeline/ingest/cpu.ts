import fs from "node:fs";
import { performance } from "node:perf_hooks";

/** Its first number is the CPU time of the calling thread, in nanoseconds. @source proc_pid_schedstat(5) */
const SCHEDSTAT = "/proc/thread-self/schedstat";
const SCHEDSTAT_BYTES = 64;
const NS_PER_MS = 1e6;

let clock: (() => number) | undefined;

/**
 * CPU time of this thread, in ms from an arbitrary origin. Without schedstat: the active time of
 * the event loop, which is more on a busy machine.
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
