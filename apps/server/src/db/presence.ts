import { createHash, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { BEAT_CLASS, BEAT_S, PRESENCE_CLASS } from "./gatekeeper/tasks.ts";
import { APP_ROLE, connectionConfig } from "./pool.ts";
import { boolean, nullable, number } from "./text-columns.ts";
import { textStatement } from "./text-statement.ts";

const EXECUTOR_MAX = 2 ** 31 - 1;
const RETRY_MS = 500;
/** Interval of the heartbeat, which also tests the connection. */
const PING_MS = 5_000;
/**
 * Unanswered checks after which the connection is dead. Checks are counted, not time: our loop may
 * be blocked, or a laptop asleep.
 */
const SILENT_LOOKS = 2;
/** Longest wait for the lock's answer, in ms; longer than the silence that ends a held connection. */
const LOCK_MS = 30_000;
/** Seconds until the database also drops a silent peer: 5 of silence, then 3 probes 5 apart. */
const KEEPALIVE = { tcp_keepalives_idle: "5", tcp_keepalives_interval: "5", tcp_keepalives_count: "3" };

/**
 * Presence of a process: a session advisory lock numbered by it. When the process dies, its
 * connection ends and the lock is free, so that others take over its work before the lease expires.
 * A second lock is numbered by the last heartbeat, by the database's clock: a frozen process keeps
 * its connection but sends no heartbeat.
 */
export type Presence = {
  /** 1 … 2^31 - 1, new at each start. */
  executor: number;
  /**
   * False while the connection is down or silent: others may take this process as dead, so it must
   * claim nothing.
   */
  isHeld(): boolean;
  /** Takes an exclusive lock until the connection ends. @returns false while another process holds it */
  tryLock(lockClass: number, key: string): Promise<boolean>;
  unlock(lockClass: number, key: string): Promise<void>;
  /** Changes with each new connection; the locks of {@link tryLock} are then lost. */
  connectionId(): number;
  close(): Promise<void>;
};

/** Takes the lock, and again whenever the connection is lost. pingMs: see {@link PING_MS}. */
export async function holdPresence(
  databaseUrl: string,
  log: Logger,
  { pingMs = PING_MS }: { pingMs?: number } = {},
): Promise<Presence> {
  const executor = randomInt(1, EXECUTOR_MAX);
  let client: pg.Client | null = null;
  let closed = false;
  let connectionId = 0;
  const take = async (): Promise<void> => {
    const fresh = await connect(databaseUrl);
    fresh.once("end", () => void lose(fresh));
    try {
      // Until the server drops the dead connection, it still holds the lock.
      while (!(await tryAdvisoryLock(fresh, [PRESENCE_CLASS, executor]))) await sleep(RETRY_MS);
      await beat(fresh);
    } catch (error) {
      drop(fresh);
      throw error;
    }
    connectionId += 1;
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
    tryLock: async (lockClass, key) =>
      client !== null && (await tryAdvisoryLock(client, [lockClass, toInt(key)])),
    unlock: async (lockClass, key) => {
      await client?.query("SELECT pg_advisory_unlock($1, $2)", [lockClass, toInt(key)]);
    },
    connectionId: () => connectionId,
    close: async () => {
      closed = true;
      clearInterval(pulse);
      await client?.end();
    },
  };
}

type Pulse = { pingMs: number; held(): pg.Client | null; lose(client: pg.Client): unknown };

// A connection can die silently (cable, firewall): only missing answers show it.
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

/** The last heartbeat number of each connection. */
const beats = new WeakMap<pg.Client, number>();

const BEAT = textStatement(
  { vez: number, taken: boolean, released: nullable(boolean) },
  `SELECT vez, pg_try_advisory_lock_shared($1, vez) AS taken,
     CASE WHEN $2::integer IS NOT NULL THEN pg_advisory_unlock_shared($1, $2) END AS released
   FROM (SELECT (extract(epoch FROM clock_timestamp()) / $3)::integer AS vez OFFSET 0) agora`,
);

/**
 * Sets the heartbeat lock to the current time; the same statement tests the connection. The lock is shared,
 * because several processes may beat at once. The new lock is taken before the old one is released.
 */
async function beat(client: pg.Client): Promise<void> {
  const beaten = await BEAT.first(client, [BEAT_CLASS, beats.get(client) ?? null, BEAT_S]);
  if (beaten !== null) beats.set(client, beaten.vez);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const config = connectionConfig(databaseUrl, { role: APP_ROLE, settings: KEEPALIVE });
  const client = new pg.Client({ ...config, query_timeout: LOCK_MS });
  client.on("error", () => {});
  await client.connect();
  return client;
}

// With a query unanswered, pg closes the socket at once, without a farewell message.
function drop(client: pg.Client): void {
  client.end().catch(() => {});
}

const TRY_LOCK = textStatement({ held: boolean }, "SELECT pg_try_advisory_lock($1, $2) AS held");

/** Takes an advisory lock until the connection ends. @returns false while another connection holds it */
export async function tryAdvisoryLock(
  client: pg.Client,
  lock: [classe: number, key: number],
): Promise<boolean> {
  return (await TRY_LOCK.first(client, lock))?.held ?? false;
}

/** The lock key of a name. Two names with the same number exclude each other: the second gets no lock. */
function toInt(key: string): number {
  return createHash("sha256").update(key).digest().readInt32BE(0);
}
