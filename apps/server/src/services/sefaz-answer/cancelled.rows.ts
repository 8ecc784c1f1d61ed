import type { Db } from "../../db/index.ts";
import { writeCancelled } from "../evento/fact.rows.ts";

/** Received views that a newly established evento cancels. */
export async function findCancelledBy(
  db: Db,
  contaId: string,
  facts: readonly { notaId: string; eventoId: string }[],
): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `SELECT DISTINCT n.id FROM unnest($2::uuid[], $3::uuid[]) AS f (nota_id, evento_id)
     JOIN nota n ON n.conta_id = $1 AND n.id = f.nota_id AND n.papel = 'E'
     JOIN evento e ON e.conta_id = $1 AND e.id = f.evento_id
     WHERE ${writeCancelled({ evento: "e", nota: "n" })} ORDER BY n.id`,
    [contaId, facts.map(({ notaId }) => notaId), facts.map(({ eventoId }) => eventoId)],
  );
  return rows.map(({ id }) => id);
}
