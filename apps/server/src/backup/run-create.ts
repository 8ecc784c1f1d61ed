import { blobFolderOf, createFolderStore } from "../blob/folder-store.ts";
import { createGatekeeperBackups } from "../db/gatekeeper/backups.ts";
import { StartRefusal } from "../errors.ts";
import type { SealingKeys } from "../key-config.ts";
import { BACKUP_ROLE } from "../setup/backup-role.ts";
import { type BackupTools, describeSecretKeys, destinationName, withRepository } from "./backup-tools.ts";
import { type Created, createBackup } from "./create-backup.ts";
import { readDamage } from "./damage/damage-record.ts";
import { describeDamage } from "./damage/describe-damage.ts";
import { type DamageRepair, removeRepairedDamage } from "./damage/remove-repaired-damage.ts";
import { connectOwner, type DumpClient, tryLockBackups } from "./dump/tables.rows.ts";
import { recordRun } from "./record-run.ts";
import { KEYS_PREFIX } from "./seal/open-seal.ts";
import { openBackupStore } from "./store/open-store.ts";

/**
 * Makes one backup and records the run. @returns its manifest, and how many bytes it stored
 * @throws {StartRefusal} when another backup or restore of this database is running
 */
export async function runCreate(tools: BackupTools, chaves: SealingKeys): Promise<Created> {
  const lock = await connectOwner(tools.ownerUrl);
  try {
    if (!(await tryLockBackups(lock))) {
      throw new StartRefusal("Já há um backup ou uma restauração deste banco em andamento: espere o fim.");
    }
    return await recordRun(tools, "criar", async (id) => {
      if (!tools.isNew) await assertNotEmptied(tools, lock);
      const result = await withClients(
        tools,
        async (clients) => await createInRepository(tools, { id, chaves, clients, lock }),
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

/** Recent runs that are searched: three and a half days at one run every five minutes. */
const RUNS_SEARCHED = 1_000;

/**
 * Refuses a destination that had backups and is empty: its disk is probably not mounted.
 * A full backup would then fill another disk and look correct.
 * @throws {StartRefusal}
 */
async function assertNotEmptied(tools: BackupTools, client: DumpClient): Promise<void> {
  const destino = destinationName(tools);
  const runs = await createGatekeeperBackups(client).findBackups(RUNS_SEARCHED);
  const hadBackups = runs.some(
    (run) => run.tipo === "criar" && run.resultado === "ok" && run.destino === destino,
  );
  if (!hadBackups || (await hasKeyFiles(tools))) return;
  throw new StartRefusal(
    `O destino ${destino} já teve backups e agora não tem nenhum: o disco não está montado, ou o caminho é outro? Nada foi gravado. ` +
      "Para começar de novo nesse destino: npm run backup -- criar --novo.",
  );
}

async function hasKeyFiles({ place }: BackupTools): Promise<boolean> {
  const store = await openBackupStore(place);
  try {
    for await (const _ of store.list(KEYS_PREFIX)) return true;
    return false;
  } finally {
    store.close();
  }
}

type Clients = readonly [DumpClient, ...DumpClient[]];
type Job = { id: string; chaves: SealingKeys; clients: Clients; lock: DumpClient };

async function createInRepository(tools: BackupTools, { id, chaves, clients, lock }: Job): Promise<Created> {
  return await withRepository(tools, "gravar", async (repository) => {
    const damages = await readDamage(repository);
    const created = await createBackup({
      clients,
      repository,
      blobs: createFolderStore(blobFolderOf(tools), tools.clock),
      id,
      comecou: tools.clock.now(),
      chaves: describeSecretKeys(chaves, tools.dataDir),
      knowsRun: (run) => createGatekeeperBackups(lock).knowsBackup(run),
      damaged: new Set(damages.map(({ key }) => key)),
      say: tools.say,
    });
    const healed = await removeRepairedDamage(repository, damages);
    if (healed.repaired > 0) await recordRepair(tools, healed);
    return created;
  });
}

/**
 * Records the repair as a verification run, because the result of the last verification is no longer current.
 */
async function recordRepair(
  tools: BackupTools,
  { repaired: healed, remaining: left }: DamageRepair,
): Promise<void> {
  const sentence = `Conserto: ${healed} objetos danificados foram guardados de novo e conferidos.`;
  const isGood = left.length === 0;
  const mensagem = isGood ? sentence : `${sentence} ${describeDamage(left)}`;
  tools.say(mensagem);
  const end = { mensagem, bytes: 0, bytesNovos: null, documentos: 0 };
  await recordRun(tools, "conferir", async () => ({ end, isGood, result: null }));
}

/** Opens two connections: one reads while the other waits for the disk. */
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
