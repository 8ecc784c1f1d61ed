import { newId, type Sql } from "../../db/index.ts";

export type NovoSegredo = {
  tokenId: string;
  /** Whom it is shown to. */
  usuarioId: string;
  tokenHash: Buffer;
  mascara: string;
  agora: Date;
  /** Until when the newest of before lives on; those that were ending already end now. */
  anteriorAte: Date;
};

/** Another secret for a token that is held (lockApiToken). */
export async function pushSegredo(sql: Sql, contaId: string, novo: NovoSegredo): Promise<void> {
  const { tokenId, usuarioId, tokenHash, mascara, agora, anteriorAte } = novo;
  const deste = [contaId, tokenId];
  const semGraca = anteriorAte <= agora;
  await sql.execute(
    `DELETE FROM api_token_segredo WHERE conta_id = $1 AND token_id = $2 AND (termina_em IS NOT NULL OR $3::boolean)`,
    [...deste, semGraca],
  );
  await sql.execute("UPDATE api_token_segredo SET termina_em = $3 WHERE conta_id = $1 AND token_id = $2", [
    ...deste,
    anteriorAte,
  ]);
  await sql.execute(
    `INSERT INTO api_token_segredo (conta_id, id, token_id, usuario_id, token_hash, mascara, criado_em) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [contaId, newId(), tokenId, usuarioId, tokenHash, mascara, agora],
  );
}

/** A secret that ended with the access of whom it was shown to. acabou: its token has none left. */
export type SegredoEncerrado = { tokenId: string; nome: string; mascara: string; acabou: boolean };

/** Takes away the secrets that somebody was shown. Belongs after the lock of their row, which who makes one holds, too. */
export async function deleteSegredosDe(
  sql: Sql,
  contaId: string,
  usuarioId: string,
): Promise<SegredoEncerrado[]> {
  await sql.query(
    `SELECT FROM api_token WHERE conta_id = $1 AND id IN (
       SELECT token_id FROM api_token_segredo WHERE conta_id = $1 AND usuario_id = $2) ORDER BY id FOR NO KEY UPDATE`,
    [contaId, usuarioId],
  );
  const idos = await sql.query<{ tokenId: string; mascara: string }>(
    `DELETE FROM api_token_segredo WHERE conta_id = $1 AND usuario_id = $2 RETURNING token_id AS "tokenId", mascara`,
    [contaId, usuarioId],
  );
  const tokens = await sql.query<{ id: string; nome: string; acabou: boolean }>(
    `SELECT t.id, t.nome, NOT EXISTS (
       SELECT FROM api_token_segredo s WHERE s.conta_id = t.conta_id AND s.token_id = t.id) AS acabou
     FROM api_token t WHERE t.conta_id = $1 AND t.id = ANY($2::uuid[])`,
    [contaId, idos.map(({ tokenId }) => tokenId)],
  );
  return idos.flatMap(({ tokenId, mascara }) =>
    tokens.flatMap(({ id, nome, acabou }) => (id === tokenId ? [{ tokenId, nome, mascara, acabou }] : [])),
  );
}

/** How the newest secret of a token is shown; null when it has none. */
export async function findMascara(sql: Sql, contaId: string, tokenId: string): Promise<string | null> {
  const [row] = await sql.query<{ mascara: string }>(
    `SELECT mascara FROM api_token_segredo WHERE conta_id = $1 AND token_id = $2 ORDER BY termina_em DESC NULLS FIRST LIMIT 1`,
    [contaId, tokenId],
  );
  return row?.mascara ?? null;
}

/** Days of which a token's calls are kept. */
const USO_DIAS = 90;

/** What a process saw of a secret since it last said so. dia: in the conta's zone. */
export type UsoVisto = {
  tokenId: string;
  segredoId: string;
  chamadas: number;
  ip: string;
  dia: string;
  agora: Date;
};

/** Writes down that a token was used, when, from where, and how often. */
export async function touchSegredo(sql: Sql, contaId: string, uso: UsoVisto): Promise<void> {
  const { tokenId, segredoId, chamadas, ip, dia, agora } = uso;
  const touched = await sql.execute(
    `UPDATE api_token_segredo SET ultimo_uso = greatest(ultimo_uso, $3), ultimo_ip = $4 WHERE conta_id = $1 AND id = $2`,
    [contaId, segredoId, agora, ip],
  );
  // Ended between the question and here: its token may be gone, too.
  if (touched === 0) return;
  await sql.execute(
    `INSERT INTO api_token_uso AS u (conta_id, token_id, dia, chamadas) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, token_id, dia) DO UPDATE SET chamadas = u.chamadas + excluded.chamadas`,
    [contaId, tokenId, dia, chamadas],
  );
  await sql.execute(
    `DELETE FROM api_token_uso WHERE conta_id = $1 AND token_id = $2 AND dia < $3::date - ${USO_DIAS}`,
    [contaId, tokenId, dia],
  );
}
