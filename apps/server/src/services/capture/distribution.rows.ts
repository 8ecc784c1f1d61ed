import type { Db } from "../../db/index.ts";

/** Records that SEFAZ itself delivered documents; the first time stays. */
export async function markDistributed(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  await db.execute(
    "UPDATE documento SET distribuido_em = $3 WHERE conta_id = $1 AND id = ANY ($2) AND distribuido_em IS NULL",
    [contaId, ids, now],
  );
}

/** The digest that SEFAZ authorized under a chave. */
export type AuthorizedDigest = { chave: string; digVal: string };

/**
 * Stores SEFAZ's digest on the notas of some chaves, so that later copies are compared with it.
 * @returns those of which a stored copy has another content
 */
export async function saveDigests(
  db: Db,
  contaId: string,
  authorized: readonly AuthorizedDigest[],
): Promise<AuthorizedDigest[]> {
  if (authorized.length === 0) return [];
  const values = [contaId, authorized.map(({ chave }) => chave), authorized.map(({ digVal }) => digVal)];
  const AUTHORIZED = "unnest($2::text[], $3::text[]) AS a (chave, dig_val)";
  await db.execute(
    `UPDATE nota SET sefaz_dig_val = a.dig_val FROM ${AUTHORIZED}
     WHERE nota.conta_id = $1 AND nota.chave = a.chave AND nota.sefaz_dig_val IS NULL`,
    values,
  );
  return await db.query<AuthorizedDigest>(
    `SELECT DISTINCT a.chave, a.dig_val AS "digVal" FROM ${AUTHORIZED}
       JOIN documento d ON d.conta_id = $1 AND d.chave = a.chave AND d.natureza = 'nota' AND d.dig_val IS DISTINCT FROM a.dig_val
     ORDER BY a.chave`,
    values,
  );
}
