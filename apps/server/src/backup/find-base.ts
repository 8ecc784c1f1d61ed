import type { BlobStore } from "../blob/blob-store.ts";
import { type BlobIndex, readBlobIndex, writeBlobIndex } from "./blobs/blob-index.ts";
import { createDigestSet, type DigestSet } from "./blobs/digest-set.ts";
import { type RebuildTools, rebuildParts, withoutParts } from "./blobs/rebuild-parts.ts";
import { BLOB_SOURCES } from "./dump/blob-refs.ts";
import type { AppliedMigration } from "./dump/tables.rows.ts";
import {
  type Base,
  type IndexRef,
  type Manifest,
  manifestKey,
  PARTIALS_PREFIX,
  readBase,
  readTableList,
  type SourceFlaw,
  type TableList,
} from "./manifest.ts";
import { BackupRepositoryError, objectKey, type Repository } from "./repository.ts";

/** The earlier backup or interrupted run from which a new backup reuses objects. */
export type BackupBase = {
  xmin: string | null;
  lists: Map<string, TableList>;
  /** The stored blobs. */
  stored: DigestSet;
  indexes: IndexRef[];
  blobBytes: number;
  /** Blobs that the base missed; the new backup tries them again. */
  flaws: SourceFlaw[];
};

/**
 * knowsRun: whether this database recorded the run. Tables
 * from another history of the database are not reused.
 */
export type BaseQuery = {
  objects: ReadonlyMap<string, number>;
  migracoes: readonly AppliedMigration[];
  knowsRun: (id: string) => Promise<boolean>;
  /** Live blobs, from which damaged parts are rebuilt. */
  blobs: BlobStore;
  /** Keys of objects known to be damaged. */
  damaged: ReadonlySet<string>;
};

/**
 * Finds the newest backup or interrupted run that a new backup can continue.
 * Blobs never change, so the newest candidate's blobs are reused even when its tables are not.
 */
export async function findBase(repository: Repository, query: BaseQuery): Promise<BackupBase> {
  const manifests = (await repository.manifests()).flatMap(({ manifest }) =>
    manifest === null ? [] : [manifest],
  );
  const candidates = [...(await readPartials(repository)), ...manifests];
  const [newest] = candidates;
  if (newest === undefined) return emptyBase();
  const blobs = await readStored(repository, newest, query);
  const usable = await findUsable(candidates, query);
  const lists = usable === null ? new Map<string, TableList>() : await readLists(repository, usable);
  const flaws = flawsOf(usable);
  // Unchanged rows are not read again. That is safe only if all their blobs are known to be stored.
  const isTrusted = blobs.isWhole && !(isManifest(newest) && query.damaged.has(manifestKey(newest)));
  if (!isTrusted || usable?.id !== newest.id || flaws === null)
    for (const table of Object.keys(BLOB_SOURCES)) lists.delete(table);
  return { xmin: usable?.xmin ?? null, lists, ...blobs, flaws: flaws ?? [] };
}

const isManifest = (base: Base | Manifest): base is Manifest => "em" in base;

const emptyBase = (): BackupBase => ({
  ...{ xmin: null, lists: new Map(), stored: createDigestSet(), indexes: [], blobBytes: 0, flaws: [] },
});

async function readPartials(repository: Repository): Promise<Base[]> {
  const partials: Base[] = [];
  for await (const { key } of repository.store.list(PARTIALS_PREFIX)) {
    const bytes = await repository.read(key).catch(nullIfFlawed);
    if (bytes !== null) partials.push(readBase(bytes));
  }
  // Ids are UUIDv7 and sort by time.
  return partials.sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function findUsable(candidates: readonly (Base | Manifest)[], { migracoes, knowsRun }: BaseQuery) {
  for (const candidate of candidates) {
    const isSame =
      candidate.migracoes.length === migracoes.length &&
      candidate.migracoes.every(({ nome, checksum }, n) => {
        const usable = migracoes[n];
        return usable?.nome === nome && usable.checksum === checksum;
      });
    if (isSame && (await knowsRun(candidate.id))) return candidate;
  }
  return null;
}

async function readLists(repository: Repository, { tabelas }: Base): Promise<Map<string, TableList>> {
  const lists = new Map<string, TableList>();
  for (const { tabela, lista } of tabelas) {
    const bytes = await repository.get(lista).catch(nullIfFlawed);
    if (bytes !== null) lists.set(tabela, readTableList(bytes));
  }
  return lists;
}

type Stored = Pick<BackupBase, "stored" | "indexes" | "blobBytes"> & { isWhole: boolean };

/** Reads the indexes without blobs of which a part cannot be rebuilt; the new backup stores those again. */
async function readStored(
  repository: Repository,
  { blobs }: Base,
  query: Pick<BaseQuery, "objects" | "blobs">,
): Promise<Stored> {
  const found: Stored = { stored: createDigestSet(), indexes: [], blobBytes: 0, isWhole: true };
  for (const ref of blobs.indices) {
    const whole = await readIndex(repository, ref, query);
    const kept = whole === null ? null : await repairIndex({ repository, blobs: query.blobs }, whole, query);
    if (kept === null || kept !== whole) found.isWhole = false;
    if (kept === null || kept.entries.length === 0) continue;
    found.indexes.push(kept === whole ? ref : await storeIndex(repository, kept));
    for (const { contaId, sha256, size } of kept.entries) {
      if (found.stored.add(contaId, sha256)) found.blobBytes += size;
    }
  }
  return found;
}

async function readIndex(
  repository: Repository,
  { parte }: IndexRef,
  { objects }: Pick<BaseQuery, "objects">,
): Promise<BlobIndex | null> {
  if (!objects.has(objectKey(parte[0]))) return null;
  const bytes = await repository.get(parte).catch(nullIfFlawed);
  return bytes === null ? null : readBlobIndex(bytes);
}

/** @returns the index itself when every part is stored or was rebuilt; else a copy without the lost blobs */
async function repairIndex(
  tools: RebuildTools,
  index: BlobIndex,
  { objects }: Pick<BaseQuery, "objects">,
): Promise<BlobIndex> {
  const lost = index.parts.filter(({ part: [name] }) => !objects.has(objectKey(name)));
  const unrebuilt = lost.length === 0 ? [] : await rebuildParts(tools, index, lost);
  return unrebuilt.length === 0 ? index : withoutParts(index, unrebuilt);
}

async function storeIndex(repository: Repository, index: BlobIndex): Promise<IndexRef> {
  const { part } = await repository.put(writeBlobIndex(index));
  return { parte: part, blobs: index.entries.length };
}

/** Null when the backup had more flaws than its manifest lists. */
function flawsOf(base: Base | Manifest | null): SourceFlaw[] | null {
  if (base === null || !("falhas" in base)) return [];
  return base.falhas.length === base.falhasTotal ? base.falhas : null;
}

function nullIfFlawed(error: unknown): null {
  if (error instanceof BackupRepositoryError) return null;
  throw error;
}
