import { DAY_MS } from "@malote/syntax";
import { StartRefusal } from "../errors.ts";
import { readManifestKey } from "./backup-name.ts";
import { readBlobIndex } from "./blobs/blob-index.ts";
import { countDamagedObjects, readDamage } from "./damage/damage-record.ts";
import { type Base, PARTIALS_PREFIX, type Part, readBase, readTableList } from "./manifest.ts";
import {
  BackupRepositoryError,
  isSealedWithOtherKey,
  type ManifestFound,
  OBJECTS_PREFIX,
  objectKey,
  type Repository,
} from "./repository.ts";
import { chooseKept, type Retention } from "./retention.ts";
import type { StoredObject } from "./store/backup-store.ts";

/**
 * Younger objects are kept: they may belong to a running
 * backup of another machine, whose manifest comes last.
 */
const OBJECT_AGE_MS = DAY_MS;
const DELETES_AT_ONCE = 8;

/** One backup, as the retention rules need it. em: instant of its snapshot. */
export type PrunableBackup = { key: string; em: string };

/** Result or preview of a prune. bytes: size of the deleted objects. */
export type PrunePlan = {
  kept: PrunableBackup[];
  dropped: PrunableBackup[];
  objects: string[];
  bytes: number;
  /** Backups that none of this machine's keys opens. If there are any, no object is deleted. */
  withoutKey: number;
};

/** dropDamaged: also delete backups that a verification found damaged. */
export type PruneRule = { retention: Retention; dropDamaged: boolean; now: Date };

/**
 * Chooses the backups and objects to delete; deletes nothing. The caller holds the backup lock.
 * Retention counts whole backups separately: a damaged backup never replaces a whole one.
 */
export async function planPrune(repository: Repository, rule: PruneRule): Promise<PrunePlan> {
  const { retention, dropDamaged, now } = rule;
  const found = await repository.manifests();
  const damages = await readDamage(repository);
  const damagedKeys = countDamagedObjects(damages);
  const open = found.flatMap(({ key, manifest }) =>
    manifest === null ? [] : [{ key, em: manifest.em, at: new Date(manifest.em), manifest }],
  );
  const unreadable = await splitUnreadable(repository, found);
  const partials = await readPartials(repository);
  const closed = unreadable.withoutKey.length + partials.withoutKey;
  const whole = open.filter(({ key }) => !damagedKeys.has(key));
  if (dropDamaged && whole.length === 0) throw new StartRefusal(NO_WHOLE_BACKUP);
  const keep = new Set([
    ...chooseKept(whole, retention),
    ...(dropDamaged ? [] : chooseKept(open, retention)),
  ]);
  const [kept, dropped] = [open.filter((each) => keep.has(each)), open.filter((each) => !keep.has(each))];
  const bases = [...kept.map(({ manifest }) => manifest), ...partials.open];
  const lost = new Set(damages.map(({ key }) => key));
  // The objects of a backup sealed with another key are unknown, so no object can be called unused.
  const unused =
    closed > 0 ? [] : await findUnused(repository, { used: await findUsed(repository, bases, lost), now });
  return {
    kept: kept.map(withoutManifest),
    dropped: [...dropped.map(withoutManifest), ...(dropDamaged ? unreadable.damaged : [])],
    objects: unused.map(({ key }) => key),
    bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0),
    withoutKey: closed,
  };
}

const NO_WHOLE_BACKUP =
  "Nenhum backup conhecido está inteiro: nada foi apagado. Faça um novo (npm run backup -- criar) e confira antes.";

type Unreadable = { withoutKey: string[]; damaged: PrunableBackup[] };

/** Separates manifests that do not open: damaged, or sealed with another key and restorable elsewhere. */
async function splitUnreadable(repository: Repository, found: readonly ManifestFound[]): Promise<Unreadable> {
  const unreadable: Unreadable = { withoutKey: [], damaged: [] };
  for (const { key, manifest } of found) {
    if (manifest !== null) continue;
    if (await isSealedWithOtherKey(repository, key)) unreadable.withoutKey.push(key);
    else unreadable.damaged.push({ key, em: readManifestKey(key)?.em ?? "" });
  }
  return unreadable;
}

const withoutManifest = ({ key, em }: PrunableBackup): PrunableBackup => ({ key, em });

/** Deletes what the plan names, manifests first, so that no manifest names a deleted object. */
export async function applyPrune({ store }: Repository, { dropped, objects }: PrunePlan): Promise<void> {
  for (const { key } of dropped) await store.delete(key);
  for (let at = 0; at < objects.length; at += DELETES_AT_ONCE) {
    await Promise.all(objects.slice(at, at + DELETES_AT_ONCE).map((key) => store.delete(key)));
  }
}

/** Reads the partials of interrupted runs: the next run resumes from them, so their objects are in use. */
async function readPartials(repository: Repository): Promise<{ open: Base[]; withoutKey: number }> {
  const open: Base[] = [];
  let closed = 0;
  for await (const { key } of repository.store.list(PARTIALS_PREFIX)) {
    const bytes = await repository.read(key).catch(() => null);
    if (bytes !== null) open.push(readBase(bytes));
    else if (await isSealedWithOtherKey(repository, key)) closed += 1;
  }
  return { open, withoutKey: closed };
}

/**
 * Keys of all objects that these backups name, directly or through lists and indexes.
 * A list recorded as lost contributes nothing.
 * @throws when any other list does not open
 */
async function findUsed(
  repository: Repository,
  bases: readonly Base[],
  lost: ReadonlySet<string>,
): Promise<Set<string>> {
  const used = new Set<string>();
  const isNew = ([name]: Part): boolean => {
    const key = objectKey(name);
    if (used.has(key)) return false;
    used.add(key);
    return true;
  };
  const read = async (part: Part): Promise<Buffer | null> =>
    await repository.get(part).catch((error: unknown) => {
      if (error instanceof BackupRepositoryError && lost.has(objectKey(part[0]))) return null;
      throw error;
    });
  for (const { tabelas, blobs } of bases) {
    for (const { lista } of tabelas) {
      const bytes = isNew(lista) ? await read(lista) : null;
      if (bytes !== null) for (const { partes } of readTableList(bytes).segmentos) partes.forEach(isNew);
    }
    for (const { parte } of blobs.indices) {
      const bytes = isNew(parte) ? await read(parte) : null;
      if (bytes !== null) for (const { part } of readBlobIndex(bytes).parts) isNew(part);
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
