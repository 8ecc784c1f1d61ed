import type { Db } from "../../db/index.ts";
import { OPEN_STATES } from "./task.rows.ts";
import type { TaskType } from "./task.rules.ts";

/** When the open task of an alvo is due; null = none. For screens: only the dispatcher claims tasks. */
export async function findDueTime(
  db: Db,
  contaId: string,
  { tipo, alvo }: { tipo: TaskType; alvo: string },
): Promise<Date | null> {
  const open = await db
    .selectFrom("tarefa")
    .where(({ and }) => and({ contaId, tipo, alvo }))
    .where("estado", "in", OPEN_STATES)
    .select("venceEm")
    .executeTakeFirst();
  return open?.venceEm ?? null;
}
