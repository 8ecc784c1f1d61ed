import type { Sql } from "../../db/index.ts";
import { lockCasa } from "../empresa/casa.rows.ts";
import { publish } from "../feed/publica.rows.ts";

/**
 * Gives the conta's notas their days of issue by the clock of another zone, and counts them on those. The last statement of its transaction;
 * it takes the conta's companies for it, so that nobody places a nota by the old clock meanwhile. Readers of the feed learn nothing new.
 */
export async function moveDias(
  sql: Sql,
  contaId: string,
  { zona, agora }: { zona: string; agora: Date },
): Promise<void> {
  await lockCasa(sql, contaId);
  const rows = await sql.query<{ id: string }>(
    `UPDATE nota SET dia_emissao = (data_emissao AT TIME ZONE $2)::date WHERE conta_id = $1 AND id IN (
       SELECT id FROM nota WHERE conta_id = $1 AND dia_emissao <> (data_emissao AT TIME ZONE $2)::date ORDER BY id FOR UPDATE)
     RETURNING id`,
    [contaId, zona],
  );
  await publish(sql, contaId, { agora, feed: [], mudas: rows.map(({ id }) => id) });
}
