import { type KeeperOptions, keepBackups } from "../../backup/keeper/keep-backups.ts";
import { runVerify } from "../../backup/run-verify.ts";
import { lowerPriority } from "../../jobs/lower-priority.ts";

/** Time to end the run under way: `npm start`, which listens on IPC, kills at 15 s; docker-compose.yml gives 60 s. */
const STOP_MS = process.connected ? 12_000 : 55_000;

/** Keeps backups until the process is told to end. A run that does not end in time is cut off, and the next start records that. */
export async function keepUntilEnded(options: Omit<KeeperOptions, "verifyWhole">): Promise<void> {
  const ending = new AbortController();
  const end = (): void => {
    setTimeout(() => process.exit(0), STOP_MS).unref();
    ending.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.once(signal, end);
  process.send?.("ready");
  lowerPriority("beside");
  const verifyWhole: KeeperOptions["verifyWhole"] = async (tools) =>
    (await runVerify(tools, { isRecorded: true })).flaws === 0;
  await keepBackups({ ...options, verifyWhole }, ending.signal);
  if (process.connected) process.disconnect?.();
}
