import { type Db, unnestObjects } from "../../db/index.ts";
import { isCancelledBy } from "../evento/fact.rows.ts";

/** Received views that a newly established evento cancels. */
export async function findCancelledBy(
  db: Db,
  contaId: string,
  facts: readonly { notaId: string; eventoId: string }[],
): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = await db
    .selectFrom(unnestObjects("f", facts, { notaId: "uuid", eventoId: "uuid" }))
    .innerJoin("nota as n", (join) => join.on("n.contaId", "=", contaId).onRef("n.id", "=", "f.notaId"))
    .innerJoin("evento as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "f.eventoId"))
    .where("n.papel", "=", "E")
    .where(isCancelledBy({ evento: "e", nota: "n" }))
    .select("n.id")
    .distinct()
    .orderBy("n.id")
    .execute();
  return rows.map(({ id }) => id);
}
