import type { Db } from "../../db/index.ts";
import type { TaskType } from "./task.rules.ts";

/** When the open task of an alvo is due; null = none. For screens: only the dispatcher claims tasks. */
export async function findDueTime(
  db: Db,
  contaId: string,
  { tipo, alvo }: { tipo: TaskType; alvo: string },
): Promise<Date | null> {
  const rows = await db.query<{ venceEm: Date }>(
    `SELECT vence_em AS "venceEm" FROM tarefa
     WHERE conta_id = $1 AND tipo = $2 AND alvo = $3 AND estado IN ('pendente', 'entregue')`,
    [contaId, tipo, alvo],
  );
  return rows[0]?.venceEm ?? null;
}
