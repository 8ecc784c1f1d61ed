import { readBlobIndex } from "../blobs/blob-index.ts";
import { type Part, readTableList } from "../manifest.ts";
import { BackupRepositoryError, type ManifestFound, objectKey, type Repository } from "../repository.ts";
import type { Damage, DamageKind } from "./damage-record.ts";

/**
 * Finds the backups that use each damaged object, directly
 * or through lists and indexes. Reads each list once.
 */
export async function findAffectedBackups(
  repository: Repository,
  found: readonly ManifestFound[],
  damaged: ReadonlyMap<string, DamageKind>,
): Promise<Damage[]> {
  const affected = new Map<string, Set<string>>([...damaged.keys()].map((key) => [key, new Set()]));
  const namesByList = new Map<string, readonly string[]>();

  async function noteList(
    manifestKey: string,
    part: Part,
    partsOf: (bytes: Buffer) => Part[],
  ): Promise<void> {
    const key = objectKey(part[0]);
    affected.get(key)?.add(manifestKey);
    const known =
      namesByList.get(key) ?? (await namesOf(repository, part, partsOf)).filter((name) => affected.has(name));
    namesByList.set(key, known);
    for (const name of known) affected.get(name)?.add(manifestKey);
  }

  for (const { key, manifest } of found) {
    affected.get(key)?.add(key);
    for (const { lista } of manifest?.tabelas ?? []) await noteList(key, lista, partsOfList);
    for (const { parte } of manifest?.blobs.indices ?? []) await noteList(key, parte, partsOfIndex);
  }
  return [...damaged].map(([key, kind]) => ({ key, kind, hits: [...(affected.get(key) ?? [])] }));
}

const partsOfList = (bytes: Buffer): Part[] => readTableList(bytes).segmentos.flatMap(({ partes }) => partes);
const partsOfIndex = (bytes: Buffer): Part[] => readBlobIndex(bytes).parts.map(({ part }) => part);

/** Names of the objects in a list. A list that does not open is itself damaged, and returns none. */
async function namesOf(
  repository: Repository,
  part: Part,
  partsOf: (bytes: Buffer) => Part[],
): Promise<string[]> {
  try {
    return partsOf(await repository.get(part)).map(([name]) => objectKey(name));
  } catch (error) {
    if (error instanceof BackupRepositoryError) return [];
    throw error;
  }
}
