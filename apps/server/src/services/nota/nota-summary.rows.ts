import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";

/** The fields of a nota that flags and operações need. */
export type NotaSummary = {
  id: string;
  chave: string;
  papel: "E" | "S";
  tipoNota: TipoNota;
  divergente: boolean | null;
  quarentena: boolean;
};

const COLUMNS = `id, chave, papel, tipo_nota AS "tipoNota", divergente, quarentena`;

export async function findNotaSummary(db: Db, contaId: string, id: string): Promise<NotaSummary | null> {
  const [row] = await db.query<NotaSummary>(`SELECT ${COLUMNS} FROM nota WHERE conta_id = $1 AND id = $2`, [
    contaId,
    id,
  ]);
  return row ?? null;
}

/**
 * Finds notas by id or chave. If a chave has both a received
 * and an issued nota, the received one comes first.
 */
export async function findNotaSummaries(
  db: Db,
  contaId: string,
  { ids, chaves }: { ids: readonly string[]; chaves: readonly string[] },
): Promise<NotaSummary[]> {
  return await db.query<NotaSummary>(
    `SELECT ${COLUMNS} FROM nota WHERE conta_id = $1 AND id = ANY ($2::uuid[])
     UNION SELECT ${COLUMNS} FROM nota WHERE conta_id = $1 AND chave = ANY ($3::text[])
     ORDER BY chave, papel`,
    [contaId, ids, chaves],
  );
}
