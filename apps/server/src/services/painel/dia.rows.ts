import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { findCasa } from "../empresa/casa.rows.ts";
import { publish } from "../feed/publica.rows.ts";

/** Chaves whose issue day is not of the conta's zone, in order. ate: the last examined; null = the end. */
export type PaginaDias = { chaves: string[]; ate: string | null };

/** Examines the next `janela` views after a chave. */
export async function findPaginaDias(
  sql: Sql,
  contaId: string,
  { depois, janela }: { depois: string; janela: number },
): Promise<PaginaDias> {
  const { uf } = await findCasa(sql, contaId);
  const [fim] = await sql.query<{ ate: string | null }>(
    "SELECT max(chave) AS ate FROM (SELECT chave FROM nota WHERE conta_id = $1 AND chave > $2 ORDER BY chave LIMIT $3) janela",
    [contaId, depois, janela],
  );
  const ate = fim?.ate ?? null;
  if (ate === null) return { chaves: [], ate };
  const rows = await sql.query<{ chave: string }>(
    `SELECT DISTINCT chave FROM nota WHERE conta_id = $1 AND chave > $2 AND chave <= $3
       AND dia_emissao <> (data_emissao AT TIME ZONE $4)::date ORDER BY chave`,
    [contaId, depois, ate, zonaOfUf(uf)],
  );
  return { chaves: rows.map(({ chave }) => chave), ate };
}

/**
 * Sets the issue days of some chaves to the conta's current zone, and recounts the notas on those days. The
 * feed publishes nothing.
 */
export async function updateDias(
  sql: Sql,
  contaId: string,
  { chaves, agora }: { chaves: readonly string[]; agora: Date },
): Promise<void> {
  // Lock order of ingestion: chaves, then empresas, then rows.
  await lockChaves(sql, contaId, chaves);
  const { uf } = await findCasa(sql, contaId);
  const rows = await sql.query<{ id: string }>(
    `UPDATE nota SET dia_emissao = (data_emissao AT TIME ZONE $3)::date WHERE conta_id = $1 AND id IN (
       SELECT id FROM nota WHERE conta_id = $1 AND chave = ANY ($2) AND dia_emissao <> (data_emissao AT TIME ZONE $3)::date
       ORDER BY id FOR UPDATE)
     RETURNING id`,
    [contaId, chaves, zonaOfUf(uf)],
  );
  await publish(sql, contaId, { agora, feed: [], mudas: rows.map(({ id }) => id) });
}
