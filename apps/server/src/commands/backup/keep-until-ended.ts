import { type KeeperOptions, keepBackups } from "../../backup/keeper/keep-backups.ts";
import { runVerify } from "../../backup/run-verify.ts";
import { lowerPriority } from "../../jobs/lower-priority.ts";

/**
 * Time to finish the current run: `npm start` (connected by
 * IPC) kills after 15 s, docker-compose.yml after 60 s.
 */
const STOP_MS = process.connected ? 12_000 : 55_000;

/**
 * Runs scheduled backups until a stop signal. A run that
 * exceeds STOP_MS is killed; the next start records that.
 */
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
