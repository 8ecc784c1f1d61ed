import type pg from "pg";
import { PRESENCE_CLASS } from "./portaria-tarefas.ts";

/** What the database knows of its own installation; see prisma/migrations/20261126000320_installation. */
export type Installation = {
  /** Identity of its blob folder; null before one was bound. */
  storeId: string | null;
  keyCanary: Buffer | null;
  mark: number;
  /** Blobs written between these two may be missing from the database; both null when it was never restored. */
  knownUntil: Date | null;
  restoredAt: Date | null;
  /** A rollback was found, and no new epoch of the feed was begun after it. */
  rollbackSeenAt: Date | null;
  /** Orphans that stopped the cleanup of blobs, and since when; null while it goes on. */
  orphans: number | null;
  orphansAt: Date | null;
};

/** Due work that no process has taken. desde: since when the oldest is due. */
export type TrabalhoVencido = { quantas: number; desde: Date | null };

export type PortariaInstallation = {
  findInstallation(): Promise<Installation>;
  /** Binds the folder of blobs where none is bound; answers the bound one. */
  bindStore(storeId: string): Promise<string>;
  /** Forgets the folder of blobs, so that the next one that is opened is bound. */
  unbindStore(): Promise<void>;
  /** @returns false when the stored canary is another than `before` by now */
  replaceCanary(before: Buffer | null, after: Buffer): Promise<boolean>;
  /** Counts a mark. seen: the one in the folder of blobs; ahead of the database, it proves a rollback. */
  countMark(seen: number, agora: Date): Promise<number>;
  /** Writes what changes nothing. @throws the error of a database that takes no writes: 53100 its disk is full, 25006 it is read-only */
  tryWrite(): Promise<void>;
  /** Says why the cleanup of blobs is stopped; null: it goes on. */
  saveOrphans(orphans: number | null, agora: Date): Promise<void>;
  /** The newest e-mails of some contas. */
  findRecentBlobs(limite: number): Promise<{ contaId: string; sha256: string }[]>;
  findTrabalhoVencido(agora: Date): Promise<TrabalhoVencido>;
  /** How many dispatchers hold their presence (db/presence.ts). */
  countDispatchers(): Promise<number>;
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

export function createPortariaInstallation(pool: pg.Pool): PortariaInstallation {
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
    countMark: async (seen, agora) =>
      (await first<{ mark: number }>("SELECT portaria_installation_mark($1, $2) AS mark", [seen, agora]))
        ?.mark ?? seen,
    tryWrite: async () => {
      await pool.query("SELECT portaria_installation_write()");
    },
    saveOrphans: async (orphans, agora) => {
      await pool.query("SELECT portaria_installation_orphans($1, $2)", [orphans, agora]);
    },
    findRecentBlobs: async (limite) => {
      const { rows } = await pool.query<{ contaId: string; sha256: string }>(
        `SELECT conta_id AS "contaId", sha256 FROM portaria_blobs_recentes($1)`,
        [limite],
      );
      return rows;
    },
    findTrabalhoVencido: async (agora) =>
      (await first<TrabalhoVencido>("SELECT quantas, desde FROM portaria_trabalho_vencido($1)", [agora])) ?? {
        quantas: 0,
        desde: null,
      },
    countDispatchers: async () =>
      (
        await first<{ n: number }>(
          `SELECT count(DISTINCT objid) AS n FROM pg_locks
           WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          [PRESENCE_CLASS],
        )
      )?.n ?? 0,
  };
}
