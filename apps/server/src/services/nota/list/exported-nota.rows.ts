import { type RawBuilder, sql } from "kysely";
import { columnsSql, type Db, expressionsOf, pgType, querySql, type Row } from "../../../db/index.ts";
import { NOTA_ROW_COLUMNS, NOTA_ROW_SQL, type NotaList, type NotaRow, writeArms } from "../nota.rows.ts";
import { SORT_ORDERS } from "./nota-filter.rows.ts";

/**
 * A document of an export. finalidadeTipo: tpNFDebito or tpNFCredito, depending on the finalidade.
 * referencias: chaves of the documents that it references. k: its sort key.
 */
export type ExportedNota = NotaRow & Pick<Row<"nota">, (typeof MORE_FIELDS)[number]> & { k: string };

const MORE_FIELDS = ["naturezaOperacao", "finalidade", "finalidadeTipo", "referencias"] as const;
const MORE_COLUMNS = pgType.columnsOf("nota", ...MORE_FIELDS);
/** Columns of an {@link ExportedNota}. */
export const EXPORT_COLUMNS = { ...NOTA_ROW_COLUMNS, ...MORE_COLUMNS, k: pgType.text };
const COLUMNS_SQL = `${NOTA_ROW_SQL}, ${columnsSql(MORE_COLUMNS, "n")}`;

/** Position of the last document of a part; the next part begins after it. */
export type ListPosition = Pick<ExportedNota, "id" | "k">;

/** SQL type of each sort key, which is sent and received as text without loss. */
const KEY_TYPE = {
  dataEmissao: "timestamptz",
  emitenteOrdem: "text",
  destinatarioOrdem: "text",
  criadoEm: "timestamptz",
  numeroNota: "integer",
  valorCentavos: "bigint",
} as const;

const n = expressionsOf("nota", "n");

/** A part of an export: the documents after a position; null = from the first. */
export type ExportPart = { list: NotaList; position: ListPosition | null; limit: number };

/**
 * The next documents of a list, in its order. Keyset instead of OFFSET: every part costs the same, and no
 * transaction stays open between parts.
 */
export async function findPart(db: Db, contaId: string, part: ExportPart): Promise<ExportedNota[]> {
  return await querySql(db, EXPORT_COLUMNS, writePart(contaId, part));
}

/** The statement of {@link findPart}. Text, because the order of each arm must come from an index. */
export function writePart(contaId: string, { list, position, limit }: ExportPart): RawBuilder<unknown> {
  const { coluna: column, sentido } = SORT_ORDERS[list.ordem];
  const [key, direction] = [n.ref(`n.${column}`), sql.raw(sentido)];
  const [type, follows] = [sql.raw(KEY_TYPE[column]), sql.raw(sentido === "asc" ? ">" : "<")];
  const after =
    position === null
      ? sql``
      : sql` AND (${key}, n.id) ${follows} (${position.k}::${type}, ${position.id}::uuid)`;
  const arms = writeArms(contaId, list).map(
    (where) =>
      sql`(SELECT n.id, ${key} AS k FROM nota n WHERE ${where}${after} ORDER BY ${key} ${direction}, n.id ${direction} LIMIT ${limit})`,
  );
  return sql`SELECT ${sql.raw(COLUMNS_SQL)}, ${key}::text AS k FROM (
       SELECT id FROM (${sql.join(arms, sql` UNION ALL `)}) a ORDER BY k ${direction}, id ${direction} LIMIT ${limit}
     ) p JOIN nota n ON n.conta_id = ${contaId} AND n.id = p.id
     ORDER BY ${key} ${direction}, n.id ${direction}`;
}
