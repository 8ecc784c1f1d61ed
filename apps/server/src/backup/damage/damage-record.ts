import { z } from "zod";
import { BackupRepositoryError, type Repository } from "../repository.ts";

/** Key of the repository's damage record. An entry stays until its object is stored again. */
const RECORD_KEY = "danos/conferencia";
/** Most objects in the record. A disk that lost more than this must be replaced. */
const OBJECTS_MAX = 50_000;

/** conteudo: the object opens, but its content is wrong. */
const kind = z.enum(["falta", "danificado", "conteudo"]);
export type DamageKind = z.infer<typeof kind>;

const record = z.object({
  formato: z.literal(1),
  /** Manifest keys of the affected backups. */
  backups: z.array(z.string()),
  /** chave: key of an object or manifest. atinge: indexes into `backups`. */
  objetos: z.array(z.object({ chave: z.string(), falha: kind, atinge: z.array(z.int().min(0)) })),
});

/** A damaged or missing object. hits: manifest keys of the affected backups. */
export type Damage = { key: string; kind: DamageKind; hits: readonly string[] };

/** Reads the recorded damage; empty when there is none or when the record itself does not open. */
export async function readDamage(repository: Repository): Promise<Damage[]> {
  try {
    const { backups, objetos: entries } = record.parse(
      JSON.parse((await repository.read(RECORD_KEY)).toString("utf8")),
    );
    return entries.map(({ chave, falha, atinge }) => ({
      ...{ key: chave, kind: falha },
      hits: atinge.flatMap((position) => backups[position] ?? []),
    }));
  } catch (error) {
    const isUnreadable =
      error instanceof BackupRepositoryError || error instanceof z.ZodError || error instanceof SyntaxError;
    if (isUnreadable) return [];
    throw error;
  }
}

/** Replaces the damage record. */
export async function writeDamage(repository: Repository, damages: readonly Damage[]): Promise<void> {
  if (damages.length === 0) return await repository.store.delete(RECORD_KEY);
  const kept = damages.slice(0, OBJECTS_MAX);
  const backups = [...new Set(kept.flatMap(({ hits }) => hits))];
  const positions = new Map(backups.map((key, position) => [key, position]));
  const entries = kept.map(({ key, kind, hits }) => ({
    ...{ chave: key, falha: kind },
    atinge: hits.flatMap((backup) => positions.get(backup) ?? []),
  }));
  await repository.putNamed(
    RECORD_KEY,
    Buffer.from(JSON.stringify({ formato: 1, backups, objetos: entries })),
  );
}

/** Counts the damaged objects of each affected backup, by manifest key. */
export function countDamagedObjects(damages: readonly Damage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const backup of damages.flatMap(({ hits }) => hits)) counts.set(backup, (counts.get(backup) ?? 0) + 1);
  return counts;
}
