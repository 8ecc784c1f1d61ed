import {
  type BackupRequest,
  createGatekeeperBackups,
  type GatekeeperBackups,
} from "../../db/gatekeeper/backups.ts";
import type { BackupTools } from "../backup-tools.ts";
import { connectOwner, type DumpClient, tryLockBackups } from "../dump/tables.rows.ts";

/** Most recent runs that are searched for ones that a killed process left open. */
const RUNS_MAX = 1_000;

/** Backup requests of users. One connection stays open and is replaced when it breaks. */
export type BackupRequests = {
  /** Open requests, oldest first. @throws while the database is unavailable */
  find(): Promise<BackupRequest[]>;
  /** Closes the requests that were made before a backup began. */
  close(began: Date): Promise<void>;
  end(): Promise<void>;
};

export function openBackupRequests({
  ownerUrl,
  clock,
}: Pick<BackupTools, "ownerUrl" | "clock">): BackupRequests {
  let client: DumpClient | null = null;
  async function withPortaria<T>(work: (gatekeeper: GatekeeperBackups) => Promise<T>): Promise<T> {
    client ??= await connectOwner(ownerUrl);
    try {
      return await work(createGatekeeperBackups(client));
    } catch (error) {
      await end();
      throw error;
    }
  }
  async function end(): Promise<void> {
    const ended = client;
    client = null;
    await ended?.end().catch(() => {});
  }
  return {
    end,
    find: async () => await withPortaria((gatekeeper) => gatekeeper.findBackupRequests()),
    close: async (began) =>
      await withPortaria(async (gatekeeper) => {
        const servedRequests = (await gatekeeper.findBackupRequests()).filter(
          ({ pedidoEm }) => pedidoEm <= began,
        );
        const ids = servedRequests.map(({ id }) => id);
        if (ids.length > 0) await gatekeeper.closeBackupRequests(ids, clock.now());
      }),
  };
}

/**
 * Records runs left open by an ended process as failed.
 * While the backup lock is free, no such run can be active.
 * @returns how many; null when another process holds the lock: try again later
 */
export async function closeAbandoned(tools: BackupTools, mensagem: string): Promise<number | null> {
  const client = await connectOwner(tools.ownerUrl);
  try {
    if (!(await tryLockBackups(client))) return null;
    const gatekeeper = createGatekeeperBackups(client);
    // A verification takes no lock, so it may still be running.
    const open = (await gatekeeper.findBackups(RUNS_MAX)).filter(
      ({ terminou, tipo }) => terminou === null && tipo !== "conferir",
    );
    const end = { resultado: "falhou", mensagem, now: tools.clock.now() } as const;
    const noTotals = { bytes: null, bytesNovos: null, documentos: null };
    for (const { id } of open) await gatekeeper.noteBackupEnd({ id, ...end, ...noTotals });
    return open.length;
  } finally {
    await client.end();
  }
}
