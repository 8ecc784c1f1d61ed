import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { createBinder } from "../lista/lista.rows.ts";
import { type Lista, writeArms } from "./nota.rows.ts";

/** Id of the conta's empresa with this CNPJ; null if there is none. */
export async function findEmpresaId(sql: Sql, contaId: string, cnpj: string): Promise<string | null> {
  const rows = await sql.query<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1 AND cnpj = $2", [
    contaId,
    cnpj,
  ]);
  return rows[0]?.id ?? null;
}

/** Counts all documents of a list by type, without a limit: only for lists that an index keeps short. */
export async function countPorTipo(
  sql: Sql,
  contaId: string,
  lista: Lista,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const arms = writeArms(lista, { binder, conta }).map(
    (where) => `SELECT n.tipo_nota FROM nota n WHERE ${where}`,
  );
  return await sql.query(
    `SELECT tipo_nota AS "tipoNota", count(*) AS total FROM (${arms.join(" UNION ALL ")}) t GROUP BY tipo_nota`,
    binder.values,
  );
}
