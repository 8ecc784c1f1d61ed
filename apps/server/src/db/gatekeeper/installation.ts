import type { Sender } from "../run-statement.ts";
import { bytes, instant, nullable, number, type RowOf, text, uuid } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import {
  gatekeeperCount,
  gatekeeperDone,
  gatekeeperFlag,
  gatekeeperRow,
  gatekeeperRows,
  gatekeeperValue,
} from "./call.ts";
import { BEAT_CLASS, BEAT_S, PRESENCE_CLASS } from "./tasks.ts";

const INSTALLATION = {
  /** Identity of its blob folder; null before the first binding. */
  storeId: nullable(uuid),
  keyCanary: nullable(bytes),
  mark: number,
  /** Blobs written between these two may be missing from the database; both null if it was never restored. */
  knownUntil: nullable(instant),
  restoredAt: nullable(instant),
  /** A rollback was found, and no new epoch of the feed has begun since. */
  rollbackSeenAt: nullable(instant),
  /** Orphans that stopped the cleanup of blobs, and since when; null while it runs. */
  orphans: nullable(number),
  orphansAt: nullable(instant),
};
/** The installation's state in the database. */
export type Installation = RowOf<typeof INSTALLATION>;

const OVERDUE = { quantas: number, desde: nullable(instant) };
/** Due tasks that no process has claimed. desde: since when the oldest is due. */
export type OverdueWork = RowOf<typeof OVERDUE>;

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

const findInstallation = gatekeeperRow("portaria_installation", 0, INSTALLATION);
const bindStore = gatekeeperValue("portaria_installation_store", 1, uuid);
const unbindStore = gatekeeperDone("portaria_installation_unbind", 0);
const replaceCanary = gatekeeperFlag("portaria_installation_canary", 2);
const countMark = gatekeeperValue("portaria_installation_mark", 2, number);
const tryWrite = gatekeeperDone("portaria_installation_write", 0);
const saveOrphans = gatekeeperDone("portaria_installation_orphans", 2);
const findRecentBlobs = gatekeeperRows("portaria_blobs_recentes", 1, { contaId: uuid, sha256: text });
const findOverdueWork = gatekeeperRow("portaria_trabalho_vencido", 1, OVERDUE);
const countMissingBlobs = gatekeeperCount("portaria_arquivos_ausentes", 0);

// A beat far in the future was sent before the database's clock was set back: it does not count.
const countWorkers = textStatement(
  { vivos: number, parados: number },
  `
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
  SELECT (count(*) FILTER (WHERE bate))::integer AS vivos, (count(*) FILTER (WHERE NOT bate))::integer AS parados FROM vistos`,
);

export function createGatekeeperInstallation(on: Sender): GatekeeperInstallation {
  return {
    findInstallation: async () => (await findInstallation(on)) ?? NOTHING,
    bindStore: async (storeId) => (await bindStore(on, storeId)) ?? storeId,
    unbindStore: () => unbindStore(on),
    replaceCanary: (before, after) => replaceCanary(on, before, after),
    countMark: async (seen, now) => (await countMark(on, seen, now)) ?? seen,
    tryWrite: () => tryWrite(on),
    saveOrphans: (orphans, now) => saveOrphans(on, orphans, now),
    findRecentBlobs: (limit) => findRecentBlobs(on, limit),
    findOverdueWork: async (now) => (await findOverdueWork(on, now)) ?? { quantas: 0, desde: null },
    countWorkers: async ({ maxS = BEAT_MAX_S } = {}) =>
      (await countWorkers.first(on, [PRESENCE_CLASS, BEAT_CLASS, maxS, BEAT_S])) ?? { vivos: 0, parados: 0 },
    countMissingBlobs: () => countMissingBlobs(on),
  };
}
