import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { APP_ROLE, connectionConfig } from "./pool.ts";
import { CHAVE_CLASS } from "./portaria-chaves.ts";

const RETRY_MS = 1_000;

/**
 * Announces which keys this process can open, while it lives: one shared advisory lock per key, on a
 * connection of its own. Key rotation reads them and seals nothing under a key that a live process lacks.
 * @param chaves ids of keys, 8 hex digits each
 * @returns releases the locks
 */
export async function holdChaves(
  databaseUrl: string,
  chaves: readonly string[],
  log: Logger,
): Promise<() => Promise<void>> {
  let closed = false;
  let client: pg.Client | null = null;
  const take = async (): Promise<void> => {
    const fresh = new pg.Client(connectionConfig(databaseUrl, { role: APP_ROLE }));
    fresh.on("error", () => {});
    await fresh.connect();
    for (const chave of chaves) {
      await fresh.query("SELECT pg_advisory_lock_shared($1, $2)", [
        CHAVE_CLASS,
        Number.parseInt(chave, 16) | 0,
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
