import type { Db } from "../../db/index.ts";

/**
 * Counts one use in the window that began at `windowStart`, within the transaction.
 * @returns the uses so far
 */
export async function addUse(db: Db, chave: string, windowStart: Date): Promise<number> {
  const [row] = await db.query<{ usos: number }>("SELECT portaria_limite($1, $2) AS usos", [
    chave,
    windowStart,
  ]);
  if (row === undefined) throw new Error("portaria_limite returned no row");
  return row.usos;
}
