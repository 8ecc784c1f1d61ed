import path from "node:path";
import { isMainThread, workerData } from "node:worker_threads";
import { lowerPriority, type Priority } from "./lower-priority.ts";

/** Start data of a thread of a pool. entry: its program; priority: absent = that of its creator. */
export type ThreadStart = { entry: string; priority?: Priority | undefined };

const start: Partial<ThreadStart> = isMainThread ? {} : (workerData ?? {});

/** Called first by each program of threads. */
export function beginThread(): void {
  if (start.priority) lowerPriority(start.priority);
}

/** A program of threads. It is in the folder of the running program, in the bundle and in the sources. */
export function threadProgram(name: "task-thread" | "job-thread"): string {
  const own = start.entry ?? process.argv[1] ?? import.meta.filename;
  return path.join(path.dirname(own), name + path.extname(own));
}
