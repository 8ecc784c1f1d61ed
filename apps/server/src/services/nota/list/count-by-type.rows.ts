import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { createBinder } from "../../list/list.rows.ts";
import { type NotaList, writeArms } from "../nota.rows.ts";

/** Id of the conta's empresa with this CNPJ; null if there is none. */
export async function findEmpresaId(db: Db, contaId: string, cnpj: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1 AND cnpj = $2", [
    contaId,
    cnpj,
  ]);
  return rows[0]?.id ?? null;
}

/** Counts all documents of a list by type, without a limit: only for lists that an index keeps short. */
export async function countByType(
  db: Db,
  contaId: string,
  list: NotaList,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const arms = writeArms(list, { binder, conta: contaParam }).map(
    (where) => `SELECT n.tipo_nota FROM nota n WHERE ${where}`,
  );
  return await db.query(
    `SELECT tipo_nota AS "tipoNota", count(*) AS total FROM (${arms.join(" UNION ALL ")}) t GROUP BY tipo_nota`,
    binder.values,
  );
}
