import type { Sql } from "../../db/index.ts";

/**
 * Counts one use in the window that began at `janela`, within the transaction.
 * @returns the uses so far
 */
export async function addUso(sql: Sql, chave: string, janela: Date): Promise<number> {
  const [row] = await sql.query<{ usos: number }>("SELECT portaria_limite($1, $2) AS usos", [chave, janela]);
  if (row === undefined) throw new Error("portaria_limite returned no row");
  return row.usos;
}
