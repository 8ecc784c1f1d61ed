import { type Db, pgType, textStatement } from "../../db/index.ts";

// Text: a gatekeeper function.
const ADD_USE = textStatement({ usos: pgType.number }, "SELECT portaria_limite($1, $2) AS usos");

/**
 * Counts one use in the window that began at `windowStart`, within the transaction.
 * @returns the uses so far
 */
export async function addUse(db: Db, chave: string, windowStart: Date): Promise<number> {
  const row = await ADD_USE.first(db, [chave, windowStart]);
  if (row === null) throw new Error("portaria_limite returned no row");
  return row.usos;
}
