import { createHash, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { APP_ROLE, connectionConfig } from "./pool.ts";
import { BEAT_CLASS, BEAT_S, PRESENCE_CLASS } from "./portaria-tarefas.ts";

const EXECUTOR_MAX = 2 ** 31 - 1;
const RETRY_MS = 500;
/** How often the connection is asked whether it lives, and says that this process does. */
const PING_MS = 5_000;
/** Looks without an answer after which it is dead. Looks are counted, not time: our own loop may have been busy, a laptop asleep. */
const SILENT_LOOKS = 2;
/** Longest wait for the lock's answer, in ms; beyond the silence that ends a held connection. */
const LOCK_MS = 30_000;
/** Seconds after which the database, too, takes a silent peer for dead: 5 of silence, then 3 questions 5 apart. */
const KEEPALIVE = { tcp_keepalives_idle: "5", tcp_keepalives_interval: "5", tcp_keepalives_count: "3" };

/**
 * Presence of a process: a session advisory lock named after it. When the process dies, its connection
 * ends and the lock is free, so that others take over its work without waiting for the lease.
 * A second lock is named after the last heartbeat, by the database's clock: a frozen process keeps its
 * connection but sends no heartbeat.
 */
export type Presence = {
  /** 1 … 2^31 - 1, new at each start. */
  executor: number;
  /** False while the connection is down or silent: others may think this process dead, so it should claim nothing. */
  isHeld(): boolean;
  /** Takes something for this process alone, until it ends or its connection does. @returns false while another has it */
  tryLock(classe: number, key: string): Promise<boolean>;
  unlock(classe: number, key: string): Promise<void>;
  /** Another number than before: the connection is another, and what {@link tryLock} took is lost. */
  vez(): number;
  close(): Promise<void>;
};

/** Takes the lock and takes it again whenever the connection is lost. pingMs: see {@link PING_MS}. */
export async function holdPresence(
  databaseUrl: string,
  log: Logger,
  { pingMs = PING_MS }: { pingMs?: number } = {},
): Promise<Presence> {
  const executor = randomInt(1, EXECUTOR_MAX);
  let client: pg.Client | null = null;
  let closed = false;
  let vez = 0;
  const take = async (): Promise<void> => {
    const fresh = await connect(databaseUrl);
    fresh.once("end", () => void lose(fresh));
    try {
      // Until the server notices that the old connection is dead, the lock is still ours there.
      while (!(await askLock(fresh, [PRESENCE_CLASS, executor]))) await sleep(RETRY_MS);
      await beat(fresh);
    } catch (error) {
      drop(fresh);
      throw error;
    }
    vez += 1;
    if (closed) drop(fresh);
    else client = fresh;
  };
  const lose = async (lost: pg.Client): Promise<void> => {
    if (client !== lost || closed) return;
    client = null;
    drop(lost);
    log.warn("a conexão que prova que este processo vive caiu; reconectando");
    while (!closed && client === null) {
      await sleep(RETRY_MS);
      await take().catch((error: Error) => log.debug({ err: error }, "sem conexão com o banco"));
    }
  };
  const pulse = startPulse({ pingMs, held: () => client, lose });
  await take();
  return {
    executor,
    isHeld: () => client !== null,
    tryLock: async (classe, key) => client !== null && (await askLock(client, [classe, toInt(key)])),
    unlock: async (classe, key) => {
      await client?.query("SELECT pg_advisory_unlock($1, $2)", [classe, toInt(key)]);
    },
    vez: () => vez,
    close: async () => {
      closed = true;
      clearInterval(pulse);
      await client?.end();
    },
  };
}

type Pulse = { pingMs: number; held(): pg.Client | null; lose(client: pg.Client): unknown };

// A connection can die without a word: a cable, a firewall that forgets. Then only silence tells.
function startPulse({ pingMs, held, lose }: Pulse): NodeJS.Timeout {
  const silences = new WeakMap<pg.Client, number>();
  const look = (): void => {
    const asked = held();
    if (asked === null) return;
    const silent = silences.get(asked) ?? 0;
    silences.set(asked, silent + 1);
    if (silent === SILENT_LOOKS) void lose(asked);
    if (silent > 0) return;
    beat(asked).then(
      () => silences.delete(asked),
      () => lose(asked),
    );
  };
  return setInterval(look, pingMs).unref();
}

/** The time of each connection's last beat, as its lock is named. */
const beats = new WeakMap<pg.Client, number>();

/**
 * Names the heartbeat lock after this moment; the same statement shows that the connection works. The lock is
 * shared, because several processes may beat at once. The new lock is taken before the old one is released.
 */
async function beat(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ vez: number }>(
    `SELECT vez, pg_try_advisory_lock_shared($1, vez) AS taken,
       CASE WHEN $2::integer IS NOT NULL THEN pg_advisory_unlock_shared($1, $2) END AS released
     FROM (SELECT (extract(epoch FROM clock_timestamp()) / $3)::integer AS vez OFFSET 0) agora`,
    [BEAT_CLASS, beats.get(client) ?? null, BEAT_S],
  );
  if (rows[0] !== undefined) beats.set(client, rows[0].vez);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const config = connectionConfig(databaseUrl, { role: APP_ROLE, settings: KEEPALIVE });
  const client = new pg.Client({ ...config, query_timeout: LOCK_MS });
  client.on("error", () => {});
  await client.connect();
  return client;
}

// With a question unanswered, pg closes the socket at once instead of taking leave.
function drop(client: pg.Client): void {
  client.end().catch(() => {});
}

async function askLock(client: pg.Client, lock: [classe: number, key: number]): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS held", lock);
  return rows[0]?.held ?? false;
}

/** The number of a name among locks of one class. Two names of one number exclude each other: whoever comes second goes without. */
function toInt(key: string): number {
  return createHash("sha256").update(key).digest().readInt32BE(0);
}
