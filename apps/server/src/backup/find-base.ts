import { readBlobIndex } from "./blobs/blob-index.ts";
import { createDigestSet, type DigestSet } from "./blobs/digest-set.ts";
import { BLOB_SOURCES } from "./dump/blob-refs.ts";
import type { Migracao } from "./dump/tables.rows.ts";
import {
  type Base,
  type IndexRef,
  type Manifest,
  PARTIALS_PREFIX,
  readBase,
  readTableList,
  type SourceFlaw,
  type TableList,
} from "./manifest.ts";
import { objectKey, type Repository, RepositoryError } from "./repository.ts";

/** What a new backup builds on. */
export type BackupBase = {
  xmin: string | null;
  lists: Map<string, TableList>;
  /** Blobs that are stored, and their indexes. */
  stored: DigestSet;
  indexes: IndexRef[];
  blobBytes: number;
  /** Flaws of the base, to be looked for again. */
  flaws: SourceFlaw[];
};

/** knownRuns: which runs this database knows: a backup of another history of it is no base for its tables. */
export type BaseQuestion = {
  objects: ReadonlyMap<string, number>;
  migracoes: readonly Migracao[];
  knowsRun: (id: string) => Promise<boolean>;
};

/** Finds the newest finished backup or cut-off run that this database goes on from. Its blobs serve in any case: they never change. */
export async function findBase(repository: Repository, question: BaseQuestion): Promise<BackupBase> {
  const manifests = (await repository.manifests()).flatMap(({ manifest }) =>
    manifest === null ? [] : [manifest],
  );
  const candidates = [...(await readPartials(repository)), ...manifests];
  const [newest] = candidates;
  if (newest === undefined) return emptyBase();
  const blobs = await readStored(repository, newest, question.objects);
  const mine = await findKnown(candidates, question);
  const lists = mine === null ? new Map<string, TableList>() : await readLists(repository, mine);
  const flaws = flawsOf(mine);
  // Rows that did not change are not read again: their blobs must then be known to be stored.
  if (!blobs.isWhole || mine?.id !== newest.id || flaws === null)
    for (const table of Object.keys(BLOB_SOURCES)) lists.delete(table);
  return { xmin: mine?.xmin ?? null, lists, ...blobs, flaws: flaws ?? [] };
}

const emptyBase = (): BackupBase => ({
  ...{ xmin: null, lists: new Map(), stored: createDigestSet(), indexes: [], blobBytes: 0, flaws: [] },
});

async function readPartials(repository: Repository): Promise<Base[]> {
  const partials: Base[] = [];
  for await (const { key } of repository.store.list(PARTIALS_PREFIX)) {
    const bytes = await repository.read(key).catch(nullIfFlawed);
    if (bytes !== null) partials.push(readBase(bytes));
  }
  // Ids are UUIDs that grow with time.
  return partials.sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function findKnown(candidates: readonly (Base | Manifest)[], { migracoes, knowsRun }: BaseQuestion) {
  for (const candidate of candidates) {
    const isSame =
      candidate.migracoes.length === migracoes.length &&
      candidate.migracoes.every(({ nome, checksum }, n) => {
        const mine = migracoes[n];
        return mine?.nome === nome && mine.checksum === checksum;
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

/** The indexes of which every part is stored; a blob of any other is stored again. */
async function readStored(
  repository: Repository,
  { blobs }: Base,
  objects: ReadonlyMap<string, number>,
): Promise<Stored> {
  const found: Stored = { stored: createDigestSet(), indexes: [], blobBytes: 0, isWhole: true };
  for (const ref of blobs.indices) {
    const bytes = await repository.get(ref.parte).catch(nullIfFlawed);
    const index = bytes === null ? null : readBlobIndex(bytes);
    if (index === null || !index.parts.every(({ part: [name] }) => objects.has(objectKey(name)))) {
      found.isWhole = false;
      continue;
    }
    found.indexes.push(ref);
    for (const { contaId, sha256, size } of index.entries) {
      if (found.stored.add(contaId, sha256)) found.blobBytes += size;
    }
  }
  return found;
}

/** Null when the backup had more flaws than its manifest lists. */
function flawsOf(base: Base | Manifest | null): SourceFlaw[] | null {
  if (base === null || !("falhas" in base)) return [];
  return base.falhas.length === base.falhasTotal ? base.falhas : null;
}

function nullIfFlawed(error: unknown): null {
  if (error instanceof RepositoryError) return null;
  throw error;
}
