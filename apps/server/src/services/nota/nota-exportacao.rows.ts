import type { Sql } from "../../db/index.ts";
import { createBinder } from "../lista/lista.rows.ts";
import { COLUNAS, type Lista, type NotaRow, writeArms } from "./nota.rows.ts";
import { ORDENS } from "./nota-filtro.rows.ts";

/** A document of an export; `k` is its sort key. */
export type NotaExportada = NotaRow & {
  naturezaOperacao: string | null;
  finalidade: string | null;
  /** tpNFDebito or tpNFCredito, depending on the finalidade. */
  finalidadeTipo: string | null;
  /** Chaves of the documents that it references. */
  referencias: string[];
  k: string;
};

/** Position of the last document of a part; the next part begins after it. */
export type Depois = Pick<NotaExportada, "id" | "k">;

/** SQL type of each sort key, which is sent and received as text without loss. */
const TIPO_CHAVE = {
  data_emissao: "timestamptz",
  emitente_ordem: "text",
  destinatario_ordem: "text",
} as const;

/**
 * The next documents of a list, in its order. Keyset instead of OFFSET: every part costs the same, and no
 * transaction stays open between parts.
 */
export async function findParte(
  sql: Sql,
  contaId: string,
  { lista, depois, limite }: { lista: Lista; depois: Depois | null; limite: number },
): Promise<NotaExportada[]> {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const { coluna, sentido } = ORDENS[lista.ordem];
  const after =
    depois === null
      ? ""
      : ` AND (n.${coluna}, n.id) ${sentido === "ASC" ? ">" : "<"} (${binder.bind(depois.k)}::${TIPO_CHAVE[coluna]}, ${binder.bind(depois.id)}::uuid)`;
  const limit = binder.bind(limite);
  const arms = writeArms(lista, { binder, conta }).map(
    (where) =>
      `(SELECT n.id, n.${coluna} AS k FROM nota n WHERE ${where}${after} ORDER BY n.${coluna} ${sentido}, n.id ${sentido} LIMIT ${limit})`,
  );
  return await sql.query<NotaExportada>(
    `SELECT ${COLUNAS}, n.natureza_operacao AS "naturezaOperacao", n.finalidade,
       n.finalidade_tipo AS "finalidadeTipo", n.referencias, n.${coluna}::text AS k FROM (
       SELECT id FROM (${arms.join(" UNION ALL ")}) a ORDER BY k ${sentido}, id ${sentido} LIMIT ${limit}
     ) p JOIN nota n ON n.conta_id = ${conta} AND n.id = p.id
     ORDER BY n.${coluna} ${sentido}, n.id ${sentido}`,
    binder.values,
  );
}
