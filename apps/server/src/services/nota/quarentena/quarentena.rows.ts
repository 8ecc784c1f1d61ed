import type { Db } from "../../../db/index.ts";

/** The chave of a view; null if there is none. */
export async function findChave(db: Db, contaId: string, id: string): Promise<string | null> {
  const rows = await db.query<{ chave: string }>("SELECT chave FROM nota WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
  ]);
  return rows[0]?.chave ?? null;
}

/** Releases a view from quarantine, with user, time and reason. */
export async function releaseNota(
  db: Db,
  contaId: string,
  release: { id: string; por: string; motivo: string; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE nota SET quarentena = false, quarentena_liberada_em = $3, quarentena_liberada_por = $4, quarentena_motivo = $5, alterado_em = $3
     WHERE conta_id = $1 AND id = $2`,
    [contaId, release.id, release.now, release.por, release.motivo],
  );
}
