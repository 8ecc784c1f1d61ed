import type { DamageKind } from "../damage/damage-record.ts";
import type { Part } from "../manifest.ts";
import { BackupRepositoryError, objectKey, type Repository } from "../repository.ts";

/**
 * Totals of a verification. orphans: objects that no backup
 * names; interrupted runs leave them, and pruning deletes them.
 */
export type Verified = {
  backups: number;
  /** Documents of the newest backup. */
  documents: number;
  objects: number;
  bytes: number;
  rows: number;
  blobs: number;
  orphans: number;
};

/** The objects that have a flaw, and its kind. */
export type Flawed = { keys: readonly string[]; kind: DamageKind };

/** Receives a sentence for each flaw. flawed: the damaged objects; null when no object is at fault. */
export type OnFlaw = (sentence: string, flawed: Flawed | null) => void;

export const flawedBy = ({ key, flaw }: BackupRepositoryError): Flawed => ({
  keys: [key],
  kind: flaw === "falta" ? "falta" : "danificado",
});

export const wrongContent = (parts: readonly Part[]): Flawed => ({
  keys: parts.map(([name]) => objectKey(name)),
  kind: "conteudo",
});

/** State of one verification. seen: keys of the objects read so far. */
export type Check = { repository: Repository; onFlaw: OnFlaw; seen: Set<string>; total: Verified };

export function recordSeen({ seen, total }: Check, [name, stored]: Part): void {
  if (seen.has(objectKey(name))) return;
  seen.add(objectKey(name));
  total.objects += 1;
  total.bytes += stored;
}

/**
 * Reads an object; reports a flaw and returns null when it
 * does not open. name: names its owner in the sentence.
 */
export async function readPart(check: Check, part: Part, name: string): Promise<Buffer | null> {
  recordSeen(check, part);
  try {
    return await check.repository.get(part);
  } catch (error) {
    if (!(error instanceof BackupRepositoryError)) throw error;
    check.onFlaw(`${name}: ${error.message}`, flawedBy(error));
    return null;
  }
}

export async function readParsed<T>(
  check: Check,
  part: Part,
  { name, parse }: { name: string; parse: (bytes: Buffer) => T },
): Promise<T | null> {
  const bytes = await readPart(check, part, name);
  return bytes === null ? null : parse(bytes);
}
