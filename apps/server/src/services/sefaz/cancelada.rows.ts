import type { Sql } from "../../db/index.ts";
import { writeCancelado } from "../evento/fato.rows.ts";

/** Received views that a newly established evento cancels. */
export async function findCanceladasPor(
  sql: Sql,
  contaId: string,
  fatos: readonly { notaId: string; eventoId: string }[],
): Promise<string[]> {
  if (fatos.length === 0) return [];
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT n.id FROM unnest($2::uuid[], $3::uuid[]) AS f (nota_id, evento_id)
     JOIN nota n ON n.conta_id = $1 AND n.id = f.nota_id AND n.papel = 'E'
     JOIN evento e ON e.conta_id = $1 AND e.id = f.evento_id
     WHERE ${writeCancelado({ evento: "e", nota: "n" })} ORDER BY n.id`,
    [contaId, fatos.map(({ notaId }) => notaId), fatos.map(({ eventoId }) => eventoId)],
  );
  return rows.map(({ id }) => id);
}
