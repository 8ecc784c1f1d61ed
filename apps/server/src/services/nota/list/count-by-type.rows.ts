import type { TipoNota } from "@malote/syntax";
import { type Db, unionAll } from "../../../db/index.ts";
import { type NotaList, writeArms } from "../nota.rows.ts";

/** Counts all documents of a list by type, without a limit: only for lists that an index keeps short. */
export async function countByType(
  db: Db,
  contaId: string,
  list: NotaList,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  const arms = writeArms(contaId, list).map((where) =>
    db.selectFrom("nota as n").where(where).select("n.tipoNota"),
  );
  return await db
    .selectFrom(unionAll("t", arms))
    .select(["t.tipoNota", (eb) => eb.fn.countAll<number>().as("total")])
    .groupBy("t.tipoNota")
    .execute();
}
