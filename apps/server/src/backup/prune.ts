import { readBlobIndex } from "./blobs/blob-index.ts";
import { type Base, PARTIALS_PREFIX, type Part, readBase, readTableList } from "./manifest.ts";
import { OBJECTS_PREFIX, objectKey, type Repository } from "./repository.ts";
import { chooseKept, type Retention } from "./retention.ts";
import type { StoredObject } from "./store/backup-store.ts";

/** A backup of another machine may be under way, and its manifest comes last: younger objects stay. */
const OBJECT_AGE_MS = 24 * 3_600_000;
const DELETES_AT_ONCE = 8;

/** One backup as the retention sees it. em: the instant that it shows. */
export type PrunableBackup = { key: string; em: string };

/** What a pruning would do, or did. bytes: of the deleted objects. */
export type PrunePlan = {
  kept: PrunableBackup[];
  dropped: PrunableBackup[];
  objects: string[];
  bytes: number;
  /** Backups that this machine has no key for: as long as there are any, no object is deleted. */
  closed: number;
};

/** Chooses the backups and objects to delete; it deletes nothing. The caller holds the lock against backups of this database. */
export async function planPrune(repository: Repository, retention: Retention, now: Date): Promise<PrunePlan> {
  const found = await repository.manifests();
  const open = found.flatMap(({ key, manifest }) =>
    manifest === null ? [] : [{ key, em: manifest.em, at: new Date(manifest.em), manifest }],
  );
  const broken = found.flatMap(({ key, manifest }) => (manifest === null ? [key] : []));
  const partials = await readPartials(repository);
  const closed = (await countClosed(repository, broken)) + partials.closed;
  const keep = chooseKept(open, retention);
  const [kept, dropped] = [open.filter((each) => keep.has(each)), open.filter((each) => !keep.has(each))];
  const bases = [...kept.map(({ manifest }) => manifest), ...partials.open];
  // What a backup of another key names is not known.
  const unused =
    closed > 0 ? [] : await findUnused(repository, { used: await findUsed(repository, bases), now });
  return {
    kept: kept.map(nameOnly),
    dropped: dropped.map(nameOnly),
    objects: unused.map(({ key }) => key),
    bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0),
    closed,
  };
}

/** A damaged backup cannot be restored and holds nothing back; one of another key can, elsewhere. */
async function countClosed(repository: Repository, keys: readonly string[]): Promise<number> {
  let closed = 0;
  for (const key of keys) {
    const isOther = await repository.read(key).then(
      () => false,
      (error: unknown) => error instanceof Error && "flaw" in error && error.flaw === "outra-chave",
    );
    if (isOther) closed += 1;
  }
  return closed;
}

const nameOnly = ({ key, em }: PrunableBackup): PrunableBackup => ({ key, em });

/** Deletes what the plan names: the manifests first, so that none names an object that is gone. */
export async function applyPrune({ store }: Repository, { dropped, objects }: PrunePlan): Promise<void> {
  for (const { key } of dropped) await store.delete(key);
  for (let at = 0; at < objects.length; at += DELETES_AT_ONCE) {
    await Promise.all(objects.slice(at, at + DELETES_AT_ONCE).map((key) => store.delete(key)));
  }
}

/** A run that was cut off goes on from its partial, so what it names is used. */
async function readPartials(repository: Repository): Promise<{ open: Base[]; closed: number }> {
  const open: Base[] = [];
  const broken: string[] = [];
  for await (const { key } of repository.store.list(PARTIALS_PREFIX)) {
    const bytes = await repository.read(key).catch(() => null);
    if (bytes === null) broken.push(key);
    else open.push(readBase(bytes));
  }
  return { open, closed: await countClosed(repository, broken) };
}

/** Keys of all objects that these name, directly or through their lists and indexes. @throws when a list does not open */
async function findUsed(repository: Repository, bases: readonly Base[]): Promise<Set<string>> {
  const used = new Set<string>();
  const isNew = ([name]: Part): boolean => {
    const key = objectKey(name);
    if (used.has(key)) return false;
    used.add(key);
    return true;
  };
  for (const { tabelas, blobs } of bases) {
    for (const { lista } of tabelas) {
      if (!isNew(lista)) continue;
      for (const { partes } of readTableList(await repository.get(lista)).segmentos) partes.forEach(isNew);
    }
    for (const { parte } of blobs.indices) {
      if (isNew(parte)) for (const { part } of readBlobIndex(await repository.get(parte)).parts) isNew(part);
    }
  }
  return used;
}

type Rule = { used: ReadonlySet<string>; now: Date };

async function findUnused({ store }: Repository, { used, now }: Rule): Promise<StoredObject[]> {
  const unused: StoredObject[] = [];
  for await (const object of store.list(OBJECTS_PREFIX)) {
    const isOld = now.getTime() - object.modifiedAt.getTime() > OBJECT_AGE_MS;
    if (isOld && !used.has(object.key)) unused.push(object);
  }
  return unused;
}
