import { blobsOf } from "../app-context.ts";
import { createFolderStore } from "../blob/folder-store.ts";
import type { Chaves } from "../chave-config.ts";
import { createPortariaBackups } from "../db/portaria-backups.ts";
import { StartRefusal } from "../errors.ts";
import { BACKUP_ROLE } from "../setup/backup-role.ts";
import { type BackupTools, describeChaves, withRepository } from "./backup-tools.ts";
import { type Created, createBackup } from "./create-backup.ts";
import { connectOwner, type DumpClient, takeBackupLock } from "./dump/tables.rows.ts";
import { recordRun } from "./record-run.ts";

/**
 * Makes one backup and records it. @returns its manifest, and how many bytes it stored
 * @throws {StartRefusal} when another run works on this database
 */
export async function runCreate(tools: BackupTools, chaves: Chaves): Promise<Created> {
  const lock = await connectOwner(tools.ownerUrl);
  try {
    if (!(await takeBackupLock(lock))) {
      throw new StartRefusal(
        "Já há um backup ou uma restauração deste banco em andamento: espere que termine.",
      );
    }
    return await recordRun(tools, "criar", async (id) => {
      const result = await withClients(
        tools,
        async (clients) => await create(tools, { id, chaves, clients, lock }),
      );
      const { manifest, bytesNovos } = result;
      const { bytes, documentos, falhasTotal } = manifest;
      const mensagem =
        falhasTotal === 0
          ? null
          : `arquivos que faltavam ou estavam danificados em DATA_DIR/blobs: ${falhasTotal}`;
      return { end: { mensagem, bytes, bytesNovos, documentos }, isGood: true, result };
    });
  } finally {
    await lock.end();
  }
}

type Clients = readonly [DumpClient, ...DumpClient[]];
type Job = { id: string; chaves: Chaves; clients: Clients; lock: DumpClient };

async function create(tools: BackupTools, { id, chaves, clients, lock }: Job): Promise<Created> {
  return await withRepository(tools, "gravar", async (repository) =>
    createBackup({
      clients,
      repository,
      blobs: createFolderStore(blobsOf(tools), tools.clock),
      id,
      comecou: tools.clock.now(),
      chaves: describeChaves(chaves, tools.dataDir),
      knowsRun: (run) => createPortariaBackups(lock).knowsBackup(run),
      say: tools.say,
    }),
  );
}

/** Two connections: while one waits for the disk, the other reads. */
async function withClients<T>({ ownerUrl }: BackupTools, work: (clients: Clients) => Promise<T>): Promise<T> {
  const clients: Clients = [
    await connectOwner(ownerUrl, BACKUP_ROLE),
    await connectOwner(ownerUrl, BACKUP_ROLE),
  ];
  try {
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
