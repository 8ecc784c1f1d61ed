import { runVerify } from "../../backup/run-verify.ts";
import { runBackupScheduler, type SchedulerOptions } from "../../backup/scheduler/run-scheduler.ts";
import { lowerPriority } from "../../jobs/threads/lower-priority.ts";

/**
 * Time to finish the current run: `npm start` (connected by
 * IPC) kills after 15 s, docker-compose.yml after 60 s.
 */
const STOP_MS = process.connected ? 12_000 : 55_000;

/**
 * Runs scheduled backups until a stop signal. A run that
 * exceeds STOP_MS is killed; the next start records that.
 */
export async function runUntilStopped(options: Omit<SchedulerOptions, "verifyWhole">): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    setTimeout(() => process.exit(0), STOP_MS).unref();
    stopping.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.once(signal, stop);
  process.send?.("ready");
  lowerPriority("helper");
  const verifyWhole: SchedulerOptions["verifyWhole"] = async (tools) =>
    (await runVerify(tools, { isRecorded: true })).flaws === 0;
  await runBackupScheduler({ ...options, verifyWhole }, stopping.signal);
  if (process.connected) process.disconnect?.();
}
