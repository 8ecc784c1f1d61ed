import os from "node:os";
import { isMainThread } from "node:worker_threads";

/** http answers users and runs first, then the worker; helper threads and processes get the rest. */
const NICE = { worker: 5, helper: 10 } as const;
export type Priority = keyof typeof NICE;

/**
 * Lowers the priority of this thread and of those that it starts, or of a helper process.
 * @NOTE Only on Linux is a priority per thread. @source setpriority(2), "C library/kernel differences"
 */
export function lowerPriority(kind: Priority): void {
  if (!isMainThread && process.platform !== "linux") return;
  // A process started with a lower priority (nice, Nice=) keeps it: raising it needs rights.
  if (os.getPriority() < NICE[kind]) os.setPriority(NICE[kind]);
}
