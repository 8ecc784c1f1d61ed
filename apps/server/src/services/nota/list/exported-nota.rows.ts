import type { Db } from "../../../db/index.ts";
import { createBinder } from "../../list/list.rows.ts";
import { NOTA_COLUMNS, type NotaList, type NotaRow, writeArms } from "../nota.rows.ts";
import { SORT_ORDERS } from "./nota-filter.rows.ts";

/** A document of an export; `k` is its sort key. */
export type ExportedNota = NotaRow & {
  naturezaOperacao: string | null;
  finalidade: string | null;
  /** tpNFDebito or tpNFCredito, depending on the finalidade. */
  finalidadeTipo: string | null;
  /** Chaves of the documents that it references. */
  referencias: string[];
  k: string;
};

/** Position of the last document of a part; the next part begins after it. */
export type ListPosition = Pick<ExportedNota, "id" | "k">;

/** SQL type of each sort key, which is sent and received as text without loss. */
const KEY_TYPE = {
  data_emissao: "timestamptz",
  emitente_ordem: "text",
  destinatario_ordem: "text",
} as const;

/**
 * The next documents of a list, in its order. Keyset instead of OFFSET: every part costs the same, and no
 * transaction stays open between parts.
 */
export async function findPart(
  db: Db,
  contaId: string,
  { list, position, limit }: { list: NotaList; position: ListPosition | null; limit: number },
): Promise<ExportedNota[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const { coluna: column, sentido: direction } = SORT_ORDERS[list.ordem];
  const after =
    position === null
      ? ""
      : ` AND (n.${column}, n.id) ${direction === "ASC" ? ">" : "<"} (${binder.bind(position.k)}::${KEY_TYPE[column]}, ${binder.bind(position.id)}::uuid)`;
  const limitParam = binder.bind(limit);
  const arms = writeArms(list, { binder, conta: contaParam }).map(
    (where) =>
      `(SELECT n.id, n.${column} AS k FROM nota n WHERE ${where}${after} ORDER BY n.${column} ${direction}, n.id ${direction} LIMIT ${limitParam})`,
  );
  return await db.query<ExportedNota>(
    `SELECT ${NOTA_COLUMNS}, n.natureza_operacao AS "naturezaOperacao", n.finalidade,
       n.finalidade_tipo AS "finalidadeTipo", n.referencias, n.${column}::text AS k FROM (
       SELECT id FROM (${arms.join(" UNION ALL ")}) a ORDER BY k ${direction}, id ${direction} LIMIT ${limitParam}
     ) p JOIN nota n ON n.conta_id = ${contaParam} AND n.id = p.id
     ORDER BY n.${column} ${direction}, n.id ${direction}`,
    binder.values,
  );
}
