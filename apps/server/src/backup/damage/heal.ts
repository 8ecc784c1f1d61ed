import { MANIFESTS_PREFIX } from "../manifest.ts";
import { type Repository, RepositoryError } from "../repository.ts";
import { type Damage, readDamage, writeDamage } from "./damage-note.ts";

/** healed: objects that a backup repaired. left: damage that remains in older backups. */
export type Healed = { healed: number; left: Damage[] };

/**
 * After a backup, removes repaired objects from the damage record: those that were stored again and read
 * back. Also removes deleted objects that no backup uses.
 * @param before the damage known when the backup began
 */
export async function settleDamage(repository: Repository, before: readonly Damage[]): Promise<Healed> {
  if (before.length === 0) return { healed: 0, left: [] };
  const manifests = new Set<string>();
  for await (const { key } of repository.store.list(MANIFESTS_PREFIX)) manifests.add(key);
  const healed = new Set<string>();
  for (const { key } of before) {
    if (repository.isStored(key) && (await opens(repository, key))) healed.add(key);
  }
  // Read the record again: a verification may have added entries during the backup.
  const left: Damage[] = [];
  for (const damage of await readDamage(repository)) {
    if (healed.has(damage.key)) continue;
    const hits = damage.hits.filter((key) => manifests.has(key));
    const isThere = hits.length > 0 || (await repository.store.get(damage.key)) !== null;
    if (isThere) left.push({ ...damage, hits });
  }
  await writeDamage(repository, left);
  return { healed: healed.size, left };
}

async function opens(repository: Repository, key: string): Promise<boolean> {
  try {
    await repository.read(key);
    return true;
  } catch (error) {
    if (error instanceof RepositoryError) return false;
    throw error;
  }
}
