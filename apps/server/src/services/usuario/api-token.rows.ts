import { newId, type Sql } from "../../db/index.ts";

/** The conta's token that works, without the token. */
export type ApiTokenRow = { mascara: string; criadoEm: Date; criadoPor: string; ultimoUso: Date | null };

/** The token that a conta's programs use; null while there is none, or who made it may enter no more. */
export async function findApiToken(sql: Sql, contaId: string): Promise<ApiTokenRow | null> {
  const [row] = await sql.query<ApiTokenRow>(
    `SELECT t.mascara, t.criado_em AS "criadoEm", u.nome_completo AS "criadoPor", t.ultimo_uso AS "ultimoUso"
     FROM api_token t JOIN usuario u ON u.conta_id = t.conta_id AND u.id = t.usuario_id
     WHERE t.conta_id = $1 AND t.revogado_em IS NULL AND u.ativo`,
    [contaId],
  );
  return row ?? null;
}

/** Ends the token that somebody made. @returns how it is shown; null when the one that works is another's, or there is none */
export async function revokeApiToken(
  sql: Sql,
  contaId: string,
  { usuarioId, agora }: { usuarioId: string; agora: Date },
): Promise<string | null> {
  const [row] = await sql.query<{ mascara: string }>(
    `UPDATE api_token SET revogado_em = $3 WHERE conta_id = $1 AND usuario_id = $2 AND revogado_em IS NULL RETURNING mascara`,
    [contaId, usuarioId, agora],
  );
  return row?.mascara ?? null;
}

export type NovoApiToken = { usuarioId: string; tokenHash: Buffer; mascara: string; agora: Date };

/** Puts another token in the place of the one there was, which ends at once. Belongs after {@link lockPessoas}. */
export async function replaceApiToken(sql: Sql, contaId: string, novo: NovoApiToken): Promise<string> {
  const { usuarioId, tokenHash, mascara, agora } = novo;
  await sql.execute("UPDATE api_token SET revogado_em = $2 WHERE conta_id = $1 AND revogado_em IS NULL", [
    contaId,
    agora,
  ]);
  const id = newId();
  await sql.execute(
    `INSERT INTO api_token (conta_id, id, usuario_id, token_hash, mascara, criado_em) VALUES ($1, $2, $3, $4, $5, $6)`,
    [contaId, id, usuarioId, tokenHash, mascara, agora],
  );
  return id;
}

/** Writes down that a token was used. */
export async function touchApiToken(
  sql: Sql,
  contaId: string,
  { id, agora }: { id: string; agora: Date },
): Promise<void> {
  await sql.execute(
    "UPDATE api_token SET ultimo_uso = $3 WHERE conta_id = $1 AND id = $2 AND (ultimo_uso IS NULL OR ultimo_uso < $3)",
    [contaId, id, agora],
  );
}
