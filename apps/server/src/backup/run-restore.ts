import { blobsOf } from "../app-context.ts";
import { newId } from "../db/index.ts";
import { createPortariaBackups } from "../db/portaria-backups.ts";
import { StartRefusal } from "../errors.ts";
import { listMigrations } from "../setup/migrate.ts";
import { ensureRoles } from "../setup/roles.ts";
import { MIGRATIONS, runSetup } from "../setup/run-setup.ts";
import { showBackup, showInstant } from "./backup-name.ts";
import { type BackupTools, nameOfPlace, withRepository } from "./backup-tools.ts";
import { connectOwner, type DumpClient, takeBackupLock } from "./dump/tables.rows.ts";
import type { Manifest } from "./manifest.ts";
import type { Repository } from "./repository.ts";
import {
  analyze,
  begin,
  beginEpoch,
  commit,
  makeTables,
  migrateOn,
  refuseUsed,
} from "./restore/database.rows.ts";
import { restoreBlobs } from "./restore/restore-blobs.ts";
import { type KeyPlaces, prepareKeys } from "./restore/restore-keys.ts";
import { restoreTables } from "./restore/restore-tables.ts";

/**
 * databaseUrl: the server's login, which is created. id: a backup's id or its beginning; null = the newest.
 */
export type RestoreWish = { databaseUrl: string; id: string | null; maloteKey: string | undefined };

export type Restored = {
  manifest: Manifest;
  rows: number;
  blobs: number;
  contas: number;
  migrated: string[];
  /** The sealing key was written from the backup to DATA_DIR/chave.key. */
  isKeyWritten: boolean;
};

/**
 * Restores a backup to an empty host: tables, blobs, roles, login, policies, functions, and a new feed epoch.
 * One transaction fills the database and commits last: after an interruption the database is still empty.
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function runRestore(tools: BackupTools, wish: RestoreWish): Promise<Restored> {
  const comecou = tools.clock.now();
  const client = await connectOwner(tools.ownerUrl);
  try {
    if (!(await takeBackupLock(client))) {
      throw new StartRefusal("Já há um backup ou uma restauração deste banco em andamento: espere o fim.");
    }
    const isFresh = await refuseUsed(client);
    const restored = await withRepository(tools, "ler", async (repository) => {
      const manifest = await chooseManifest(repository, wish.id);
      refuseNewer(manifest);
      const places: KeyPlaces = { dataDir: tools.dataDir, maloteKey: wish.maloteKey };
      const writeKeys = prepareKeys(manifest.chaves, places);
      tools.say(
        `restaurando o backup de ${showInstant(manifest.em)}: ${manifest.documentos} documentos, ${manifest.emails} e-mails`,
      );
      await ensureRoles(client);
      return await restore(tools, { client, repository, manifest, isFresh, writeKeys });
    });
    await runSetup({ ownerUrl: tools.ownerUrl, databaseUrl: wish.databaseUrl });
    await analyze(client);
    await record(tools, client, { manifest: restored.manifest, comecou });
    return restored;
  } finally {
    await client.end();
  }
}

type Job = {
  client: DumpClient;
  repository: Repository;
  manifest: Manifest;
  isFresh: boolean;
  writeKeys: () => boolean;
};

async function restore(tools: BackupTools, job: Job): Promise<Restored> {
  const { client, repository, manifest, isFresh, writeKeys } = job;
  const migrations = new Set(manifest.migracoes.map(({ nome }) => nome));
  const tables = manifest.tabelas.map(({ tabela }) => tabela);
  await begin(client);
  await makeTables(client, { isFresh, migrations, tables });
  const target = { root: blobsOf(tools), say: tools.say };
  const [rows, blobs] = await both(
    restoreTables(client, repository, manifest),
    restoreBlobs(repository, manifest, target),
  );
  const migrated = await migrateOn(client);
  const contas = await beginEpoch(client);
  const isKeyWritten = writeKeys();
  await commit(client);
  return { manifest, rows, blobs, contas, migrated, isKeyWritten };
}

/** Waits for both even when one fails, so that no work continues after the caller has returned. */
async function both<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return await Promise.all([a, b]);
}

async function chooseManifest(repository: Repository, id: string | null): Promise<Manifest> {
  const found = await repository.manifests();
  if (found.length === 0) throw new StartRefusal("Não há backup do Malote nesse destino.");
  const chosen = id === null ? found[0] : found.find(({ key }) => key.includes(id));
  if (chosen === undefined)
    throw new StartRefusal(`Não há backup ${id}: veja os que existem com npm run backup -- listar.`);
  if (chosen.manifest !== null) return chosen.manifest;
  throw new StartRefusal(
    `O backup de ${showBackup(chosen.key)} está danificado e não abre. Escolha outro com --backup ID (npm run backup -- listar).`,
  );
}

function refuseNewer({ migracoes }: Manifest): void {
  const mine = new Map(listMigrations(MIGRATIONS).map(({ name, checksum }) => [name, checksum]));
  const unknown = migracoes.find(({ nome, checksum }) => mine.get(nome) !== checksum);
  if (unknown === undefined) return;
  throw new StartRefusal(
    `O backup é de uma versão mais nova do Malote (migração ${unknown.nome}): restaure com essa versão ou outra mais nova. Nada foi alterado.`,
  );
}

type Done = { manifest: Manifest; comecou: Date };

async function record(tools: BackupTools, client: DumpClient, { manifest, comecou }: Done): Promise<void> {
  const portaria = createPortariaBackups(client);
  const id = newId();
  await portaria.noteBackupStart({ id, tipo: "restaurar", destino: nameOfPlace(tools), agora: comecou });
  const { bytes, documentos } = manifest;
  const mensagem = `backup de ${showInstant(manifest.em)}`;
  const end = {
    id,
    resultado: "ok",
    mensagem,
    bytes,
    bytesNovos: null,
    documentos,
    agora: tools.clock.now(),
  } as const;
  await portaria.noteBackupEnd(end);
}
