import { CONVITE_MS, REDEFINICAO_MS } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";
import { createToken, hashToken } from "../../secrets/token.ts";

/** The purpose of an e-mailed link: the first password of an invited user, or a reset. */
export type TipoToken = "convite" | "senha";

const VIDA_MS: Record<TipoToken, number> = { convite: CONVITE_MS, senha: REDEFINICAO_MS };

/**
 * A new link; its token is stored only as a hash. id: of the token; part of the e-mail's deduplication
 * key.
 */
export type TokenNovo = { id: string; token: string; expiraEm: Date };

/** A link to create. ate: its expiry, if earlier than usual. */
export type TokenPedido = { usuarioId: string; tipo: TipoToken; agora: Date; ate?: Date | undefined };

/** Creates a user's link and ends the previous one of its kind. */
export async function createUsuarioToken(
  sql: Sql,
  contaId: string,
  { usuarioId, tipo, agora, ate }: TokenPedido,
): Promise<TokenNovo> {
  const [id, token] = [newId(), createToken()];
  const expiraEm = ate ?? new Date(agora.getTime() + VIDA_MS[tipo]);
  await sql.execute(
    `INSERT INTO usuario_token (conta_id, id, usuario_id, tipo, token_hash, criado_em, expira_em) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (conta_id, usuario_id, tipo) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash,
       criado_em = excluded.criado_em, expira_em = excluded.expira_em`,
    [contaId, id, usuarioId, tipo, hashToken(token), agora, expiraEm],
  );
  return { id, token, expiraEm };
}

/** The user's unexpired link; null when there is none. */
export async function findTokenVivo(
  sql: Sql,
  contaId: string,
  { usuarioId, tipo, agora }: TokenPedido,
): Promise<{ criadoEm: Date; expiraEm: Date } | null> {
  const [row] = await sql.query<{ criadoEm: Date; expiraEm: Date }>(
    `SELECT criado_em AS "criadoEm", expira_em AS "expiraEm" FROM usuario_token
     WHERE conta_id = $1 AND usuario_id = $2 AND tipo = $3 AND expira_em > $4`,
    [contaId, usuarioId, tipo, agora],
  );
  return row ?? null;
}

/** A link as presented by a user. */
export type TokenMostrado = { usuarioId: string; tipo: TipoToken; token: string; agora: Date };

/**
 * Consumes a link; of two concurrent uses only one returns true.
 * @NOTE lock the usuario first (lockUsuario): every change of a user locks in that order
 */
export async function spendToken(sql: Sql, contaId: string, mostrado: TokenMostrado): Promise<boolean> {
  const { usuarioId, tipo, token, agora } = mostrado;
  const spent = await sql.execute(
    `DELETE FROM usuario_token WHERE conta_id = $1 AND usuario_id = $2 AND tipo = $3 AND token_hash = $4 AND expira_em > $5`,
    [contaId, usuarioId, tipo, hashToken(token), agora],
  );
  return spent > 0;
}

/** Revokes a user's links. tipo: only those of this kind. */
export async function revokeTokens(
  sql: Sql,
  contaId: string,
  { usuarioId, tipo }: { usuarioId: string; tipo?: TipoToken },
): Promise<void> {
  await sql.execute(
    "DELETE FROM usuario_token WHERE conta_id = $1 AND usuario_id = $2 AND ($3::text IS NULL OR tipo = $3)",
    [contaId, usuarioId, tipo ?? null],
  );
}
