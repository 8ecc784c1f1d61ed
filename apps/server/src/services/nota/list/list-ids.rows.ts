import { type Db, unionAll } from "../../../db/index.ts";
import { type NotaList, writeArms } from "../nota.rows.ts";

/** Ids of the documents of a list, newest emission first. Only for lists that were counted as short. */
export async function findListIds(
  db: Db,
  contaId: string,
  { list, limit }: { list: NotaList; limit: number },
): Promise<string[]> {
  const arms = writeArms(contaId, list).map((where) =>
    db.selectFrom("nota as n").where(where).select(["n.id", "n.dataEmissao"]),
  );
  const rows = await db
    .selectFrom(unionAll("t", arms))
    .select("t.id")
    .orderBy("t.dataEmissao", "desc")
    .orderBy("t.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
