import { anyOf, type Db, type Row } from "../../db/index.ts";

const COLUMNS = ["id", "chave", "papel", "tipoNota", "divergente", "quarentena"] as const;

/** The fields of a nota that flags and operações need. */
export type NotaSummary = Pick<Row<"nota">, (typeof COLUMNS)[number]>;

export async function findNotaSummary(db: Db, contaId: string, id: string): Promise<NotaSummary | null> {
  const found = await selectSummaries(db, contaId).where("id", "=", id).executeTakeFirst();
  return found ?? null;
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
  return await selectSummaries(db, contaId)
    .where("id", "=", anyOf(ids))
    .union(selectSummaries(db, contaId).where("chave", "=", anyOf(chaves)))
    .orderBy("chave")
    .orderBy("papel")
    .execute();
}

function selectSummaries(db: Db, contaId: string) {
  return db.selectFrom("nota").where("contaId", "=", contaId).select(COLUMNS);
}
