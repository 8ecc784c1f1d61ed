import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { createBinder } from "../lista/lista.rows.ts";
import { type Lista, writeArms } from "./nota.rows.ts";

/** The company of a CNPJ; null when the conta has none. */
export async function findEmpresaId(sql: Sql, contaId: string, cnpj: string): Promise<string | null> {
  const rows = await sql.query<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1 AND cnpj = $2", [
    contaId,
    cnpj,
  ]);
  return rows[0]?.id ?? null;
}

/** How many documents of each type a list has, every one of them counted: for lists that an index makes short. */
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
