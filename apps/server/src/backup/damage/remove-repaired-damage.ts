import { MANIFESTS_PREFIX } from "../manifest.ts";
import { BackupRepositoryError, type Repository } from "../repository.ts";
import { type Damage, readDamage, writeDamage } from "./damage-record.ts";

/** repaired: objects that a backup repaired. left: damage that remains in older backups. */
export type DamageRepair = { repaired: number; remaining: Damage[] };

/**
 * After a backup, removes repaired objects from the damage record: those that were stored again and read
 * back. Also removes deleted objects that no backup uses.
 * @param before the damage known when the backup began
 */
export async function removeRepairedDamage(
  repository: Repository,
  before: readonly Damage[],
): Promise<DamageRepair> {
  if (before.length === 0) return { repaired: 0, remaining: [] };
  const manifests = new Set<string>();
  for await (const { key } of repository.store.list(MANIFESTS_PREFIX)) manifests.add(key);
  const repaired = new Set<string>();
  for (const { key } of before) {
    if (repository.isStored(key) && (await canOpen(repository, key))) repaired.add(key);
  }
  // Read the record again: a verification may have added entries during the backup.
  const left: Damage[] = [];
  for (const damage of await readDamage(repository)) {
    if (repaired.has(damage.key)) continue;
    const hits = damage.hits.filter((key) => manifests.has(key));
    const isStillDamaged = hits.length > 0 || (await repository.store.get(damage.key)) !== null;
    if (isStillDamaged) left.push({ ...damage, hits });
  }
  await writeDamage(repository, left);
  return { repaired: repaired.size, remaining: left };
}

async function canOpen(repository: Repository, key: string): Promise<boolean> {
  try {
    await repository.read(key);
    return true;
  } catch (error) {
    if (error instanceof BackupRepositoryError) return false;
    throw error;
  }
}
