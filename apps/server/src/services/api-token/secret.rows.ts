import { type Db, newId } from "../../db/index.ts";

export type NewSecret = {
  tokenId: string;
  /** The user who receives it. */
  usuarioId: string;
  tokenHash: Buffer;
  mascara: string;
  now: Date;
  /** Until when the newest previous secret lives; older ones end now. */
  anteriorAte: Date;
};

/** Adds a secret to a locked token (lockApiToken). */
export async function insertSecret(db: Db, contaId: string, newSecret: NewSecret): Promise<void> {
  const { tokenId, usuarioId, tokenHash, mascara, now, anteriorAte } = newSecret;
  const tokenKey = [contaId, tokenId];
  const hasNoGrace = anteriorAte <= now;
  await db.execute(
    `DELETE FROM api_token_segredo WHERE conta_id = $1 AND token_id = $2 AND (termina_em IS NOT NULL OR $3::boolean)`,
    [...tokenKey, hasNoGrace],
  );
  await db.execute("UPDATE api_token_segredo SET termina_em = $3 WHERE conta_id = $1 AND token_id = $2", [
    ...tokenKey,
    anteriorAte,
  ]);
  await db.execute(
    `INSERT INTO api_token_segredo (conta_id, id, token_id, usuario_id, token_hash, mascara, criado_em) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [contaId, newId(), tokenId, usuarioId, tokenHash, mascara, now],
  );
}

/** A deleted secret whose user lost access. acabou: its token has none left. */
export type DeletedSecret = { tokenId: string; nome: string; mascara: string; acabou: boolean };

/**
 * Deletes the secrets shown to a user. Call it after locking
 * the user's row, which creating a secret locks too.
 */
export async function deleteSecretsOfUser(
  db: Db,
  contaId: string,
  usuarioId: string,
): Promise<DeletedSecret[]> {
  await db.query(
    `SELECT FROM api_token WHERE conta_id = $1 AND id IN (
       SELECT token_id FROM api_token_segredo WHERE conta_id = $1 AND usuario_id = $2) ORDER BY id FOR NO KEY UPDATE`,
    [contaId, usuarioId],
  );
  const deleted = await db.query<{ tokenId: string; mascara: string }>(
    `DELETE FROM api_token_segredo WHERE conta_id = $1 AND usuario_id = $2 RETURNING token_id AS "tokenId", mascara`,
    [contaId, usuarioId],
  );
  const tokens = await db.query<{ id: string; nome: string; acabou: boolean }>(
    `SELECT t.id, t.nome, NOT EXISTS (
       SELECT FROM api_token_segredo s WHERE s.conta_id = t.conta_id AND s.token_id = t.id) AS acabou
     FROM api_token t WHERE t.conta_id = $1 AND t.id = ANY($2::uuid[])`,
    [contaId, deleted.map(({ tokenId }) => tokenId)],
  );
  return deleted.flatMap(({ tokenId, mascara }) =>
    tokens.flatMap(({ id, nome, acabou }) => (id === tokenId ? [{ tokenId, nome, mascara, acabou }] : [])),
  );
}

/** Mask of the newest secret of a token; null when it has none. */
export async function findNewestMask(db: Db, contaId: string, tokenId: string): Promise<string | null> {
  const [row] = await db.query<{ mascara: string }>(
    `SELECT mascara FROM api_token_segredo WHERE conta_id = $1 AND token_id = $2 ORDER BY termina_em DESC NULLS FIRST LIMIT 1`,
    [contaId, tokenId],
  );
  return row?.mascara ?? null;
}

/** Days for which a token's calls are kept. */
const USAGE_DAYS = 90;

/** Use of a secret that a process has counted since its last write. dia: in the conta's zone. */
export type CountedUse = {
  tokenId: string;
  segredoId: string;
  chamadas: number;
  ip: string;
  dia: string;
  now: Date;
};

/** Records when, from where and how often a token was used. */
export async function recordUse(db: Db, contaId: string, use: CountedUse): Promise<void> {
  const { tokenId, segredoId, chamadas, ip, dia, now } = use;
  const touched = await db.execute(
    `UPDATE api_token_segredo SET ultimo_uso = greatest(ultimo_uso, $3), ultimo_ip = $4 WHERE conta_id = $1 AND id = $2`,
    [contaId, segredoId, now, ip],
  );
  // The secret ended after it was read; its token may be deleted too.
  if (touched === 0) return;
  await db.execute(
    `INSERT INTO api_token_uso AS u (conta_id, token_id, dia, chamadas) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, token_id, dia) DO UPDATE SET chamadas = u.chamadas + excluded.chamadas`,
    [contaId, tokenId, dia, chamadas],
  );
  await db.execute(
    `DELETE FROM api_token_uso WHERE conta_id = $1 AND token_id = $2 AND dia < $3::date - ${USAGE_DAYS}`,
    [contaId, tokenId, dia],
  );
}
