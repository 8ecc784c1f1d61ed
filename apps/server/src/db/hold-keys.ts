import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { KEY_LOCK_CLASS } from "./gatekeeper/keys.ts";
import { APP_ROLE, connectionConfig } from "./pool.ts";

const RETRY_MS = 1_000;

/**
 * Announces which keys this process can open, while it lives: one shared advisory lock per key, on a
 * connection of its own. Key rotation reads them and seals nothing under a key that a live process lacks.
 * @param keys ids of keys, 8 hex digits each
 * @returns releases the locks
 */
export async function holdKeys(
  databaseUrl: string,
  keys: readonly string[],
  log: Pick<Logger, "debug">,
): Promise<() => Promise<void>> {
  let closed = false;
  let client: pg.Client | null = null;
  const take = async (): Promise<void> => {
    const fresh = new pg.Client(connectionConfig(databaseUrl, { role: APP_ROLE }));
    fresh.on("error", () => {});
    await fresh.connect();
    for (const key of keys) {
      await fresh.query("SELECT pg_advisory_lock_shared($1, $2)", [
        KEY_LOCK_CLASS,
        Number.parseInt(key, 16) | 0,
      ]);
    }
    fresh.once("end", () => void renew());
    client = fresh;
  };
  const renew = async (): Promise<void> => {
    client = null;
    while (!closed && client === null) {
      await sleep(RETRY_MS, undefined, { ref: false });
      await take().catch((error: Error) => log.debug({ err: error }, "sem conexão com o banco"));
    }
  };
  await take();
  return async () => {
    closed = true;
    await client?.end();
  };
}
