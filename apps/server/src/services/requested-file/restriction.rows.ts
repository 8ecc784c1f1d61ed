import type { Db, Restriction } from "../../db/index.ts";

/** What a user or API token may see now: some empresas, or null for the whole conta, as for no user. */
export async function findRestriction(
  db: Db,
  contaId: string,
  usuarioId: string | null,
): Promise<Restriction | null> {
  if (usuarioId === null) return null;
  const rows = await db.query<{ restrito: boolean; empresas: string[] }>(
    `SELECT u.restrito, ARRAY(SELECT e.empresa_id::text FROM usuario_empresa e
       WHERE e.conta_id = u.conta_id AND e.usuario_id = u.id ORDER BY 1) AS empresas
     FROM usuario u WHERE u.conta_id = $1 AND u.id = $2
     UNION ALL SELECT t.restrito, ARRAY(SELECT e.empresa_id::text FROM api_token_empresa e
       WHERE e.conta_id = t.conta_id AND e.token_id = t.id ORDER BY 1)
     FROM api_token t WHERE t.conta_id = $1 AND t.id = $2`,
    [contaId, usuarioId],
  );
  const [row] = rows;
  if (row === undefined) return { usuarioId, empresas: [] };
  return row.restrito ? { usuarioId, empresas: row.empresas } : null;
}

/**
 * Locks the requester's rows until the transaction ends. Narrowing a restriction locks them too (triggers
 * usuario_estreita, api_token_estreita), so a later statement here reads what is valid at the commit.
 */
export async function lockRequester(db: Db, contaId: string, usuarioId: string | null): Promise<void> {
  if (usuarioId === null) return;
  await db.query("SELECT FROM usuario WHERE conta_id = $1 AND id = $2 FOR SHARE", [contaId, usuarioId]);
  await db.query("SELECT FROM api_token WHERE conta_id = $1 AND id = $2 FOR SHARE", [contaId, usuarioId]);
}

/** Whether `now` allows less than `before`. */
export function isNarrower(now: Restriction | null, before: Restriction | null): boolean {
  if (now === null) return false;
  return before === null || before.empresas.some((id) => !now.empresas.includes(id));
}
