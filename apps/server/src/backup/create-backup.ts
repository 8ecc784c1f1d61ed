import type { BlobStore } from "../blob/blob-store.ts";
import { findServerVersion } from "../db/index.ts";
import { type BlobIndex, mergeBlobIndexes, readBlobIndex, writeBlobIndex } from "./blobs/blob-index.ts";
import { type BlobWriter, createBlobWriter, type NamedBlob } from "./blobs/copy-blobs.ts";
import { BLOB_SOURCES } from "./dump/blob-refs.ts";
import { type PassPlan, planPass } from "./dump/plan-pass.ts";
import { runPass } from "./dump/run-pass.ts";
import {
  type AppliedMigration,
  beginSnapshot,
  type DumpClient,
  endSnapshot,
  findMigrations,
  isReferenced,
  joinSnapshot,
} from "./dump/tables.rows.ts";
import { type BackupBase, findBase } from "./find-base.ts";
import {
  type Base,
  type IndexRef,
  type Manifest,
  manifestKey,
  PARTIALS_PREFIX,
  partialKey,
  type SourceFlaw,
  type TableList,
  writeBase,
  writeManifest,
  writeTableList,
} from "./manifest.ts";
import type { Repository } from "./repository.ts";

/**
 * Above this, a pass without a snapshot runs first: a snapshot held for minutes slows the whole task queue.
 */
const SNAPSHOT_BYTES = 48 * 1_048_576;
const PASSES_MAX = 5;
/** Blobs copied between two saves of the progress. An interrupted run resumes from the last save. */
const BATCH_BLOBS = 5_000;
/** Indexes with fewer blobs than this are merged once there are more than SMALL_INDEXES_MAX of them. */
const SMALL_INDEX = 16_384;
const SMALL_INDEXES_MAX = 24;
/** Most source flaws that a manifest lists; an undamaged installation has none. */
const FLAWS_MAX = 10_000;

/** clients: connections to one database as malote_backup; at least one. */
export type CreateOptions = {
  clients: readonly [DumpClient, ...DumpClient[]];
  repository: Repository;
  blobs: BlobStore;
  /** Id of this run, whose row is already in backup_execucao. */
  id: string;
  comecou: Date;
  chaves: Manifest["chaves"];
  knowsRun: (id: string) => Promise<boolean>;
  /** Keys of objects known to be damaged; this backup does not reuse them. */
  damaged: ReadonlySet<string>;
  /** Lines for the operator. */
  say: (line: string) => void;
};

export type Created = { manifest: Manifest; bytesNovos: number };

/** State of one run. */
type BackupRun = CreateOptions & {
  base: BackupBase;
  objects: Map<string, number>;
  migracoes: AppliedMigration[];
  writer: BlobWriter;
  pending: NamedBlob[];
  lists: Map<string, TableList>;
  xmin: string | null;
  written: number;
};

/**
 * Makes one backup: all tables from one snapshot and every blob that their rows name. Objects already in the
 * repository are reused. The manifest is written last: without it the backup does not exist.
 */
export async function createBackup(options: CreateOptions): Promise<Created> {
  const run = await startRun(options);
  const snapshot = await copyTables(run);
  await copyPending(run);
  const { manifest, bytes } = writeManifest(await describeManifest(run, snapshot));
  run.written += run.writer.written() + (await run.repository.putNamed(manifestKey(manifest), bytes));
  await deletePartials(run.repository);
  return { manifest, bytesNovos: run.written };
}

async function startRun(options: CreateOptions): Promise<BackupRun> {
  const { repository, knowsRun, damaged, blobs } = options;
  const [client] = options.clients;
  const objects = await repository.list();
  for (const key of damaged) repository.forget(key);
  const migracoes = await findMigrations(client);
  const base = await findBase(repository, { objects, migracoes, knowsRun, damaged, blobs });
  const writer = createBlobWriter(repository, options.blobs);
  const pending = await findStillMissing(client, base.flaws);
  return {
    ...{ ...options, base, objects, migracoes, writer, pending },
    ...{ lists: base.lists, xmin: base.xmin, written: 0 },
  };
}

/** Finds the blobs that the last backup missed and that a row still names, to try them again. */
async function findStillMissing(client: DumpClient, flaws: readonly SourceFlaw[]): Promise<NamedBlob[]> {
  const stillMissing: NamedBlob[] = [];
  for (const { contaId, sha256, tabela } of flaws) {
    const column = BLOB_SOURCES[tabela]?.columns[1];
    if (column === undefined) continue;
    const isNamed = await isReferenced(client, { table: tabela, column }, { contaId, sha256 });
    if (isNamed) stillMissing.push({ contaId, sha256, tabela, required: true });
  }
  return stillMissing;
}

type Snapshot = { at: Date; postgres: string };

/** Runs passes without a snapshot while much remains to copy, then a last pass inside the snapshot. */
async function copyTables(run: BackupRun): Promise<Snapshot> {
  const [client] = run.clients;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 1; ; pass += 1) {
    const { at, id, xmin } = await beginSnapshot(client);
    const plan = await planPass(client, { xmin: run.xmin, lists: run.lists, objects: run.objects });
    const isLast = plan.bytes <= SNAPSHOT_BYTES || pass === PASSES_MAX || plan.bytes > before / 2;
    if (isLast) {
      await copyInSnapshot(run, plan, id);
      run.xmin = xmin;
      return { at, postgres: await findServerVersion(client) };
    }
    await endSnapshot(client);
    run.say(`tabelas: ${formatMb(plan.bytes)} a copiar`);
    await copyPass(run, plan, false);
    run.xmin = xmin;
    before = plan.bytes;
    await copyPending(run);
    await savePartial(run, { isWhole: true });
  }
}

async function copyInSnapshot(run: BackupRun, plan: PassPlan, snapshotId: string): Promise<void> {
  const [first, ...others] = run.clients;
  for (const client of others) await joinSnapshot(client, snapshotId);
  await copyPass(run, plan, true);
  for (const client of [first, ...others]) await endSnapshot(client);
}

async function copyPass(run: BackupRun, plan: PassPlan, exact: boolean): Promise<void> {
  const { repository, clients, base } = run;
  const onBlob = (name: NamedBlob): void => {
    if (base.stored.add(name.contaId, name.sha256)) run.pending.push(name);
  };
  const { lists, written } = await runPass(plan, { repository, clients, onBlob }, { exact });
  run.lists = lists;
  run.written += written;
}

/** Copies the blobs that the rows read so far name and that the repository lacks. */
async function copyPending(run: BackupRun): Promise<void> {
  const total = run.pending.length;
  for (let at = 0; at < total; at += BATCH_BLOBS) {
    await run.writer.copy(run.pending.slice(at, at + BATCH_BLOBS));
    const isLast = at + BATCH_BLOBS >= total;
    await saveIndex(run, await run.writer.flush());
    if (isLast) break;
    run.say(`arquivos: ${at + BATCH_BLOBS} de ${total}`);
    await savePartial(run, { isWhole: false });
  }
  run.pending = [];
}

async function saveIndex(run: BackupRun, index: BlobIndex): Promise<void> {
  const { base, repository } = run;
  if (index.entries.length === 0) return;
  const { part, written } = await repository.put(writeBlobIndex(index));
  run.written += written;
  base.indexes.push({ parte: part, blobs: index.entries.length });
  for (const { size } of index.entries) base.blobBytes += size;
}

/**
 * isWhole: every blob that the tables name is stored. If
 * not, tables that name blobs are left out and read again.
 */
async function savePartial(run: BackupRun, { isWhole }: { isWhole: boolean }): Promise<void> {
  const lists = [...run.lists.values()].filter(
    ({ tabela }) => isWhole || !Object.hasOwn(BLOB_SOURCES, tabela),
  );
  const base = await describeBase(run, lists);
  run.written += await run.repository.putNamed(partialKey(run.id), writeBase(base));
}

async function deletePartials({ store }: Repository): Promise<void> {
  for await (const { key } of store.list(PARTIALS_PREFIX)) await store.delete(key);
}

async function describeBase(run: BackupRun, lists: readonly TableList[]): Promise<Base> {
  const { repository, base, id, migracoes } = run;
  const tabelas: Base["tabelas"] = [];
  for (const list of lists) {
    const { part, written } = await repository.put(writeTableList(list));
    run.written += written;
    tabelas.push({ tabela: list.tabela, ...totalsOf(list), lista: part });
  }
  const blobs = { indices: base.indexes, quantos: countBlobs(base.indexes), bytes: base.blobBytes };
  return { formato: 1, id, xmin: run.xmin ?? "0", migracoes, tabelas, blobs };
}

async function describeManifest(run: BackupRun, { at, postgres }: Snapshot): Promise<Omit<Manifest, "hash">> {
  await mergeIndexes(run);
  const base = await describeBase(run, [...run.lists.values()]);
  const rowsOf = (table: string): number => base.tabelas.find(({ tabela }) => tabela === table)?.linhas ?? 0;
  const missed = run.writer.flaws();
  const stored = base.tabelas.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ...base,
    comecou: run.comecou.toISOString(),
    em: at.toISOString(),
    versao: run.migracoes.at(-1)?.nome ?? "",
    postgres,
    documentos: rowsOf("documento"),
    emails: rowsOf("email"),
    bytes: stored + base.blobs.bytes,
    falhas: missed.slice(0, FLAWS_MAX),
    falhasTotal: missed.length,
    chaves: run.chaves,
  };
}

/**
 * Merges small indexes once there are dozens: each run adds
 * one, and rewriting one large index each time costs more.
 */
async function mergeIndexes({ base, repository }: BackupRun): Promise<void> {
  const small = base.indexes.filter(({ blobs }) => blobs < SMALL_INDEX);
  if (small.length <= SMALL_INDEXES_MAX) return;
  const read: BlobIndex[] = [];
  for (const { parte } of small) read.push(readBlobIndex(await repository.get(parte)));
  const { part } = await repository.put(writeBlobIndex(mergeBlobIndexes(read)));
  const merged: IndexRef = { parte: part, blobs: countBlobs(small) };
  base.indexes = [...base.indexes.filter(({ blobs }) => blobs >= SMALL_INDEX), merged];
}

function countBlobs(indexes: readonly IndexRef[]): number {
  return indexes.reduce((sum, { blobs }) => sum + blobs, 0);
}

function totalsOf({ segmentos }: TableList): { linhas: number; bytes: number } {
  const linhas = segmentos.reduce((sum, segment) => sum + segment.linhas, 0);
  const bytes = segmentos.flatMap(({ partes }) => partes).reduce((sum, [, stored]) => sum + stored, 0);
  return { linhas, bytes };
}

function formatMb(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MB`;
}
