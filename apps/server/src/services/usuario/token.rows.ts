import { CONVITE_MS, REDEFINICAO_MS } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";
import { createToken, hashToken } from "../../secrets/token.ts";

/** What the link of a letter opens: the first password of somebody invited, or another one. */
export type TipoToken = "convite" | "senha";

const VIDA_MS: Record<TipoToken, number> = { convite: CONVITE_MS, senha: REDEFINICAO_MS };

/** A link that has just been made; its token is nowhere else in clear. id: of the token, for the occasion of its letter. */
export type TokenNovo = { id: string; token: string; expiraEm: Date };

/** A link to be made. ate: until when it works, when not for its whole time. */
export type TokenPedido = { usuarioId: string; tipo: TipoToken; agora: Date; ate?: Date | undefined };

/** Makes the link of a user; the one before of its kind ends at once. */
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

/** The link of a user that works; null when there is none. */
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

/** A link as its bearer shows it. */
export type TokenMostrado = { usuarioId: string; tipo: TipoToken; token: string; agora: Date };

/**
 * Spends a link: of two who come at once with the same, one gets true.
 * @NOTE hold the usuario before (lockUsuario): who changes a user takes both in that order
 */
export async function spendToken(sql: Sql, contaId: string, mostrado: TokenMostrado): Promise<boolean> {
  const { usuarioId, tipo, token, agora } = mostrado;
  const spent = await sql.execute(
    `DELETE FROM usuario_token WHERE conta_id = $1 AND usuario_id = $2 AND tipo = $3 AND token_hash = $4 AND expira_em > $5`,
    [contaId, usuarioId, tipo, hashToken(token), agora],
  );
  return spent > 0;
}

/** Ends the links of a user. tipo: those of this kind alone. */
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
