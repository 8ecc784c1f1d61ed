import type pg from "pg";
import { BEAT_CLASS, BEAT_S, PRESENCE_CLASS } from "./tasks.ts";

/** The installation's state in the database; see the table in prisma/migrations/20261128000005_operation. */
export type Installation = {
  /** Identity of its blob folder; null before the first binding. */
  storeId: string | null;
  keyCanary: Buffer | null;
  mark: number;
  /** Blobs written between these two may be missing from the database; both null if it was never restored. */
  knownUntil: Date | null;
  restoredAt: Date | null;
  /** A rollback was found, and no new epoch of the feed has begun since. */
  rollbackSeenAt: Date | null;
  /** Orphans that stopped the cleanup of blobs, and since when; null while it runs. */
  orphans: number | null;
  orphansAt: Date | null;
};

/** Due tasks that no process has claimed. desde: since when the oldest is due. */
export type OverdueWork = { quantas: number; desde: Date | null };

/**
 * Processes that hold a presence. vivos: with a recent heartbeat; parados: without one, frozen or cut off.
 */
export type WorkerCount = { vivos: number; parados: number };

/** A worker with a heartbeat within so many seconds is alive: nine beats (db/presence.ts). */
export const BEAT_MAX_S = 45;

export type GatekeeperInstallation = {
  findInstallation(): Promise<Installation>;
  /** Binds the folder of blobs if none is bound; returns the bound one. */
  bindStore(storeId: string): Promise<string>;
  /** Unbinds the folder of blobs, so that the next one opened is bound. */
  unbindStore(): Promise<void>;
  /** @returns false when the stored canary is no longer `before` */
  replaceCanary(before: Buffer | null, after: Buffer): Promise<boolean>;
  /**
   * Increments the mark. seen: the mark in the folder of blobs; ahead of the database, it proves a
   * rollback.
   */
  countMark(seen: number, now: Date): Promise<number>;
  /** Writes without effect. @throws the database's error: 53100 on a full disk, 25006 when read-only */
  tryWrite(): Promise<void>;
  /** Records why the cleanup of blobs is stopped; null: it runs. */
  saveOrphans(orphans: number | null, now: Date): Promise<void>;
  /** Blobs of the newest e-mails of some contas. */
  findRecentBlobs(limit: number): Promise<{ contaId: string; sha256: string }[]>;
  findOverdueWork(now: Date): Promise<OverdueWork>;
  /** Counts workers by presence and heartbeat (db/presence.ts), by the database's clock. maxS: for tests. */
  countWorkers(o?: { maxS?: number }): Promise<WorkerCount>;
  /** Tasks that wait for a blob that the store lacks, up to 10 000. */
  countMissingBlobs(): Promise<number>;
};

const NOTHING: Installation = {
  storeId: null,
  keyCanary: null,
  mark: 0,
  knownUntil: null,
  restoredAt: null,
  rollbackSeenAt: null,
  orphans: null,
  orphansAt: null,
};

export function createGatekeeperInstallation(pool: pg.Pool): GatekeeperInstallation {
  const first = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows[0];
  return {
    findInstallation: async () =>
      (await first<Installation>(
        `SELECT store_id AS "storeId", key_canary AS "keyCanary", mark, known_until AS "knownUntil", restored_at AS "restoredAt",
           rollback_seen_at AS "rollbackSeenAt", orphans, orphans_at AS "orphansAt" FROM portaria_installation()`,
      )) ?? NOTHING,
    bindStore: async (storeId) =>
      (await first<{ id: string }>("SELECT portaria_installation_store($1) AS id", [storeId]))?.id ?? storeId,
    unbindStore: async () => {
      await pool.query("SELECT portaria_installation_unbind()");
    },
    replaceCanary: async (before, after) => {
      const values = [before, after];
      const row = await first<{ done: boolean }>(
        "SELECT portaria_installation_canary($1, $2) AS done",
        values,
      );
      return row?.done ?? false;
    },
    countMark: async (seen, now) =>
      (await first<{ mark: number }>("SELECT portaria_installation_mark($1, $2) AS mark", [seen, now]))
        ?.mark ?? seen,
    tryWrite: async () => {
      await pool.query("SELECT portaria_installation_write()");
    },
    saveOrphans: async (orphans, now) => {
      await pool.query("SELECT portaria_installation_orphans($1, $2)", [orphans, now]);
    },
    findRecentBlobs: async (limit) => {
      const { rows } = await pool.query<{ contaId: string; sha256: string }>(
        `SELECT conta_id AS "contaId", sha256 FROM portaria_blobs_recentes($1)`,
        [limit],
      );
      return rows;
    },
    findOverdueWork: async (now) =>
      (await first<OverdueWork>("SELECT quantas, desde FROM portaria_trabalho_vencido($1)", [now])) ?? {
        quantas: 0,
        desde: null,
      },
    countWorkers: async ({ maxS = BEAT_MAX_S } = {}) =>
      (await first<WorkerCount>(COUNT_WORKERS, [PRESENCE_CLASS, BEAT_CLASS, maxS, BEAT_S])) ?? {
        vivos: 0,
        parados: 0,
      },
    countMissingBlobs: async () =>
      (await first<{ n: number }>("SELECT portaria_arquivos_ausentes() AS n"))?.n ?? 0,
  };
}

// A beat far in the future was sent before the database's clock was set back: it does not count.
const COUNT_WORKERS = `
  WITH travas AS MATERIALIZED (
    SELECT l.pid, l.classid::bigint AS classe, l.objid::bigint AS numero FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid::bigint IN ($1, $2) AND l.objsubid = 2 AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ), vistos AS (
    SELECT p.numero, bool_or(b.pid IS NOT NULL) AS bate FROM travas p
      LEFT JOIN travas b ON b.pid = p.pid AND b.classe = $2
        AND abs(extract(epoch FROM clock_timestamp()) - b.numero * $4::integer) <= $3::integer
    WHERE p.classe = $1 GROUP BY p.numero
  )
  SELECT (count(*) FILTER (WHERE bate))::integer AS vivos, (count(*) FILTER (WHERE NOT bate))::integer AS parados FROM vistos`;
