import os from "node:os";
import { isMainThread } from "node:worker_threads";

/** http answers people and runs first, then the worker; work beside a main loop gets what both leave. */
const NICE = { worker: 5, beside: 10 } as const;

/**
 * Lowers the priority of this thread and of those that it starts, or of a process that works beside another.
 * @NOTE Only on Linux does a priority belong to a thread.   @source setpriority(2), "C library/kernel differences"
 */
export function lowerPriority(kind: keyof typeof NICE): void {
  if (!isMainThread && process.platform !== "linux") return;
  // A process started with a lower priority (nice, Nice=) keeps it: raising it needs rights.
  if (os.getPriority() < NICE[kind]) os.setPriority(NICE[kind]);
}
