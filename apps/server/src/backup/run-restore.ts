import { blobFolderOf } from "../blob/folder-store.ts";
import { createGatekeeperBackups } from "../db/gatekeeper/backups.ts";
import { createGatekeeperFeed } from "../db/gatekeeper/feed.ts";
import { newId } from "../db/index.ts";
import { StartRefusal } from "../errors.ts";
import { listMigrations } from "../setup/migrate.ts";
import { type ForeignMigration, findForeignMigration } from "../setup/migration-history.ts";
import { ensureRoles } from "../setup/roles.ts";
import { MIGRATIONS, runSetup } from "../setup/run-setup.ts";
import { showBackup, showInstant } from "./backup-name.ts";
import { type BackupTools, destinationName, withRepository } from "./backup-tools.ts";
import { connectOwner, type DumpClient, tryLockBackups } from "./dump/tables.rows.ts";
import type { Manifest } from "./manifest.ts";
import type { Repository } from "./repository.ts";
import {
  analyze,
  applyNewerMigrations,
  assertUnused,
  beginRestore,
  commitRestore,
  createTables,
} from "./restore/database.rows.ts";
import { restoreBlobs } from "./restore/restore-blobs.ts";
import { type KeyPlaces, prepareKeys } from "./restore/restore-keys.ts";
import { restoreTables } from "./restore/restore-tables.ts";

/**
 * databaseUrl: the server's login, which is created. id: a backup's id or its beginning; null = the newest.
 * migrations: as in SetupConfig.
 */
export type RestoreRequest = {
  databaseUrl: string;
  id: string | null;
  maloteKey: string | undefined;
  migrations?: string;
};

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
export async function runRestore(tools: BackupTools, request: RestoreRequest): Promise<Restored> {
  const comecou = tools.clock.now();
  const { databaseUrl, migrations: folder = MIGRATIONS } = request;
  const client = await connectOwner(tools.ownerUrl);
  try {
    if (!(await tryLockBackups(client))) {
      throw new StartRefusal("Já há um backup ou uma restauração deste banco em andamento: espere o fim.");
    }
    const isFresh = await assertUnused(client);
    const restored = await withRepository(tools, "ler", async (repository) => {
      const manifest = await chooseManifest(repository, request.id);
      assertOurs(manifest, folder);
      const places: KeyPlaces = { dataDir: tools.dataDir, maloteKey: request.maloteKey };
      const writeKeys = prepareKeys(manifest.chaves, places);
      tools.say(
        `restaurando o backup de ${showInstant(manifest.em)}: ${manifest.documentos} documentos, ${manifest.emails} e-mails`,
      );
      await ensureRoles(client);
      return await restore(tools, { client, repository, manifest, isFresh, folder, writeKeys });
    });
    await runSetup({ ownerUrl: tools.ownerUrl, databaseUrl, migrations: folder });
    await analyze(client);
    await recordRestore(tools, client, { manifest: restored.manifest, comecou });
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
  folder: string;
  writeKeys: () => boolean;
};

async function restore(tools: BackupTools, job: Job): Promise<Restored> {
  const { client, repository, manifest, isFresh, folder, writeKeys } = job;
  const migrations = new Set(manifest.migracoes.map(({ nome }) => nome));
  const tables = manifest.tabelas.map(({ tabela }) => tabela);
  await beginRestore(client);
  await createTables(client, { isFresh, folder, migrations, tables });
  const target = { root: blobFolderOf(tools), say: tools.say };
  const [rows, blobs] = await waitForBoth(
    restoreTables(client, repository, manifest),
    restoreBlobs(repository, manifest, target),
  );
  const migrated = await applyNewerMigrations(client, folder);
  const contas = await createGatekeeperFeed(client).beginFeedEpoch();
  const isKeyWritten = writeKeys();
  await commitRestore(client);
  return { manifest, rows, blobs, contas, migrated, isKeyWritten };
}

/** Waits for both even when one fails, so that no work continues after the caller has returned. */
async function waitForBoth<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
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

function assertOurs({ migracoes }: Manifest, folder: string): void {
  const applied = migracoes.map(({ nome, checksum }) => ({ name: nome, checksum }));
  const foreign = findForeignMigration(applied, listMigrations(folder));
  if (foreign !== null)
    throw new StartRefusal(`${FOREIGN_BACKUPS[foreign.kind](foreign.name)} Nada foi alterado.`);
}

const FOREIGN_BACKUPS: Readonly<Record<ForeignMigration["kind"], (name: string) => string>> = {
  earlier: (name) =>
    `O backup é de uma versão anterior do Malote (a última migração dele é ${name}), e esta versão não o converte: ` +
    "restaure-o com a versão que tem essa migração, baixe os documentos em Repositório e importe o ZIP nesta, em Importação (docs/operar/banco-anterior.md).",
  later: (name) =>
    `O backup é de uma versão mais nova do Malote (migração ${name}): restaure com essa versão ou outra mais nova.`,
  edited: (name) =>
    `A migração ${name} deste backup não é igual à desta versão do Malote: restaure com a versão que o fez.`,
};

type RestoreRecord = { manifest: Manifest; comecou: Date };

async function recordRestore(
  tools: BackupTools,
  client: DumpClient,
  { manifest, comecou }: RestoreRecord,
): Promise<void> {
  const gatekeeper = createGatekeeperBackups(client);
  const id = newId();
  await gatekeeper.noteBackupStart({ id, tipo: "restaurar", destino: destinationName(tools), now: comecou });
  const { bytes, documentos } = manifest;
  const mensagem = `backup de ${showInstant(manifest.em)}`;
  const end = {
    id,
    resultado: "ok",
    mensagem,
    bytes,
    bytesNovos: null,
    documentos,
    now: tools.clock.now(),
  } as const;
  await gatekeeper.noteBackupEnd(end);
}
