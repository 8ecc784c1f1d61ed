import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { lockEmpresas } from "../empresa/empresa-lock.rows.ts";
import { publish } from "../publication/publish.rows.ts";

/** Chaves whose issue day is not of the conta's zone, in order. ate: the last examined; null = the end. */
export type IssueDayPage = { chaves: string[]; ate: string | null };

/** Examines the next `window` views after a chave. */
export async function findIssueDayPage(
  db: Db,
  contaId: string,
  { after, window }: { after: string; window: number },
): Promise<IssueDayPage> {
  const { uf } = await lockEmpresas(db, contaId);
  const [end] = await db.query<{ ate: string | null }>(
    "SELECT max(chave) AS ate FROM (SELECT chave FROM nota WHERE conta_id = $1 AND chave > $2 ORDER BY chave LIMIT $3) janela",
    [contaId, after, window],
  );
  const until = end?.ate ?? null;
  if (until === null) return { chaves: [], ate: until };
  const rows = await db.query<{ chave: string }>(
    `SELECT DISTINCT chave FROM nota WHERE conta_id = $1 AND chave > $2 AND chave <= $3
       AND dia_emissao <> (data_emissao AT TIME ZONE $4)::date ORDER BY chave`,
    [contaId, after, until, zoneOfUf(uf)],
  );
  return { chaves: rows.map(({ chave }) => chave), ate: until };
}

/**
 * Sets the issue days of some chaves to the conta's current zone, and recounts the notas on those days. The
 * feed publishes nothing.
 */
export async function updateIssueDays(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  // Lock order of ingestion: chaves, then empresas, then rows.
  await lockChaves(db, contaId, chaves);
  const { uf } = await lockEmpresas(db, contaId);
  const rows = await db.query<{ id: string }>(
    `UPDATE nota SET dia_emissao = (data_emissao AT TIME ZONE $3)::date WHERE conta_id = $1 AND id IN (
       SELECT id FROM nota WHERE conta_id = $1 AND chave = ANY ($2) AND dia_emissao <> (data_emissao AT TIME ZONE $3)::date
       ORDER BY id FOR UPDATE)
     RETURNING id`,
    [contaId, chaves, zoneOfUf(uf)],
  );
  await publish(db, contaId, { agora: now, feed: [], mudas: rows.map(({ id }) => id) });
}
