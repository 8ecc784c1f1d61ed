import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { APP_ROLE, connectionConfig } from "./pool.ts";
import { PRESENCE_CLASS } from "./portaria-tarefas.ts";

const EXECUTOR_MAX = 2 ** 31 - 1;
const RETRY_MS = 500;

/**
 * A sign of life that the database itself watches: a session advisory lock named after the process. Killed in any way,
 * its connection ends, the lock is free, and others take over what it held without waiting for the lease.
 */
export type Presence = {
  /** 1 … 2^31 - 1, new at each start. */
  executor: number;
  /** False while the connection is down: others may think this process dead, so it should claim nothing. */
  isHeld(): boolean;
  close(): Promise<void>;
};

/** Takes the lock and takes it again whenever the connection is lost. */
export async function holdPresence(databaseUrl: string, log: Logger): Promise<Presence> {
  const executor = randomInt(1, EXECUTOR_MAX);
  let client: pg.Client | null = null;
  let closed = false;
  const take = async (): Promise<void> => {
    const fresh = new pg.Client(connectionConfig(databaseUrl, { role: APP_ROLE }));
    fresh.on("error", () => {});
    fresh.once("end", () => void lose());
    await fresh.connect();
    // Until the server notices that the old connection is dead, the lock is still ours there.
    while (!(await tryLock(fresh, executor))) await sleep(RETRY_MS);
    client = fresh;
  };
  const lose = async (): Promise<void> => {
    if (client === null || closed) return;
    client = null;
    log.warn("a conexão que prova que este processo vive caiu; reconectando");
    while (!closed && client === null) {
      await sleep(RETRY_MS);
      await take().catch((error: Error) => log.debug({ err: error }, "sem conexão com o banco"));
    }
  };
  await take();
  return {
    executor,
    isHeld: () => client !== null,
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

async function tryLock(client: pg.Client, executor: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS held", [
    PRESENCE_CLASS,
    executor,
  ]);
  return rows[0]?.held ?? false;
}
