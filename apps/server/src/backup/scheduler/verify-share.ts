import { mapInOrder } from "../concurrency-limit.ts";
import { type Damage, type DamageKind, readDamage, writeDamage } from "../damage/damage-record.ts";
import { findAffectedBackups } from "../damage/find-affected-backups.ts";
import { BackupRepositoryError, OBJECTS_PREFIX, type ObjectFlaw, type Repository } from "../repository.ts";

const READ_AHEAD = 4;
const HEX = 16;
/** The first two hex digits of a name choose its share; names are evenly distributed. */
const DIGITS = 2;

/** A share of the objects: number `share` (from 0) of `of`. */
export type Share = { share: number; of: number };
export type ShareVerified = { objects: number; bytes: number; flaws: { key: string; flaw: ObjectFlaw }[] };

/**
 * Adds a share's flaws and the backups that they affect to the damage record. @returns all recorded damage
 */
export async function recordShareDamage(
  repository: Repository,
  { flaws }: Pick<ShareVerified, "flaws">,
): Promise<Damage[]> {
  const known = await readDamage(repository);
  if (flaws.length === 0) return known;
  const old = known.filter(({ key }) => !flaws.some((flaw) => flaw.key === key));
  const damaged = new Map<string, DamageKind>(flaws.map(({ key }) => [key, "danificado"]));
  const all = [...old, ...(await findAffectedBackups(repository, await repository.manifests(), damaged))];
  await writeDamage(repository, all);
  return all;
}

/** Reads and opens every object of one share. A missing object was pruned meanwhile and is not a flaw. */
export async function verifyShare(repository: Repository, share: Share): Promise<ShareVerified> {
  const verified: ShareVerified = { objects: 0, bytes: 0, flaws: [] };
  const reads = mapInOrder(keysOf(repository, share), READ_AHEAD, async ({ key, bytes }) => {
    return { key, bytes, flaw: await findFlaw(repository, key) };
  });
  for await (const { key, bytes, flaw } of reads) {
    verified.objects += 1;
    verified.bytes += bytes;
    if (flaw === "danificado") verified.flaws.push({ key, flaw });
  }
  return verified;
}

async function* keysOf({ store }: Repository, { share, of }: Share) {
  for await (const object of store.list(OBJECTS_PREFIX)) {
    const name = object.key.slice(object.key.lastIndexOf("/") + 1);
    if (Number.parseInt(name.slice(0, DIGITS), HEX) % of === share) yield object;
  }
}

async function findFlaw(repository: Repository, key: string): Promise<ObjectFlaw | null> {
  try {
    await repository.read(key);
    return null;
  } catch (error) {
    if (error instanceof BackupRepositoryError) return error.flaw;
    throw error;
  }
}
