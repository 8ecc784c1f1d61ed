import type { Sql } from "../../db/index.ts";

/** The three marks that people and ERPs put on a document (spec §4). */
export type Marca = "processadoErp" | "recebido" | "conferido";

const COLUNAS: Record<Marca, { valor: string; em: string; por: string }> = {
  processadoErp: { valor: "processado_erp", em: "processado_em", por: "processado_por" },
  recebido: { valor: "recebido", em: "recebido_em", por: "recebido_por" },
  conferido: { valor: "conferido", em: "conferido_em", por: "conferido_por" },
};

/** Who and when stand beside a mark that is set; taking it away takes them away. */
export type NovaMarca = { id: string; marca: Marca; valor: boolean; por: string; agora: Date };

/** @returns whether readers of the feed must learn it; null when nothing changed (equal, in quarantine or unknown) */
export async function updateMarca(
  sql: Sql,
  contaId: string,
  { id, marca, valor, por, agora }: NovaMarca,
): Promise<{ isPublic: boolean } | null> {
  const coluna = COLUNAS[marca];
  const rows = await sql.query<{ isPublic: boolean }>(
    `UPDATE nota SET ${coluna.valor} = $3, ${coluna.em} = CASE WHEN $3 THEN $4::timestamptz END,
       ${coluna.por} = CASE WHEN $3 THEN $5 END, alterado_em = $4
     WHERE conta_id = $1 AND id = $2 AND NOT quarentena AND ${coluna.valor} <> $3
     RETURNING NOT terceiros AS "isPublic"`,
    [contaId, id, valor, agora, por],
  );
  return rows[0] ?? null;
}

/** Why a mark did not change. */
export async function findQuarentena(
  sql: Sql,
  contaId: string,
  id: string,
): Promise<{ quarentena: boolean } | null> {
  const rows = await sql.query<{ quarentena: boolean }>(
    "SELECT quarentena FROM nota WHERE conta_id = $1 AND id = $2",
    [contaId, id],
  );
  return rows[0] ?? null;
}
