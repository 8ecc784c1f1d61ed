import type { Sql } from "../../db/index.ts";

/** What signing in needs to know of a user. */
export type UsuarioEntrada = {
  id: string;
  nome: string;
  /** Null: they never set one, or are no more; whatever is stored. */
  senhaHash: string | null;
  ativo: boolean;
  segundoFator: SegundoFator | null;
};

/** What a code is held against; only one that was confirmed. */
export type SegundoFator = { selado: Buffer; passo: number };

/** Who bears a name. */
export async function findUsuarioEntrada(
  sql: Sql,
  contaId: string,
  nomeUsuario: string,
): Promise<UsuarioEntrada | null> {
  const [found] = await sql.query<Omit<UsuarioEntrada, "segundoFator"> & SeladoRow>(
    `SELECT id, nome_completo AS nome, CASE WHEN ativado AND excluido_em IS NULL THEN senha_hash END AS "senhaHash", ativo,
       CASE WHEN totp_desde IS NOT NULL THEN totp_selado END AS selado, totp_passo AS passo
     FROM usuario WHERE conta_id = $1 AND nome_usuario = $2`,
    [contaId, nomeUsuario],
  );
  if (found === undefined) return null;
  const { id, nome, senhaHash, ativo, selado, passo } = found;
  return { id, nome, senhaHash, ativo, segundoFator: selado === null ? null : { selado, passo } };
}

type SeladoRow = { selado: Buffer | null; passo: number };

export type Entrou = {
  usuarioId: string;
  /** What the password was right for; `novoHash`: the same password at today's cost. */
  senhaHash: string;
  novoHash: string | null;
  comSegundoFator: boolean;
  agora: Date;
};

/**
 * Lets somebody in who is still the one that was looked at: a password changed, an inactivation or a second factor turned on meanwhile wins.
 * @returns whether they are
 */
export async function enterUsuario(sql: Sql, contaId: string, entrou: Entrou): Promise<boolean> {
  const { usuarioId, senhaHash, novoHash, comSegundoFator, agora } = entrou;
  const changed = await sql.execute(
    `UPDATE usuario SET ultimo_acesso = $6, senha_hash = coalesce($4, senha_hash)
     WHERE conta_id = $1 AND id = $2 AND senha_hash = $3 AND ativo AND ativado AND excluido_em IS NULL
       AND (totp_desde IS NOT NULL) = $5`,
    [contaId, usuarioId, senhaHash, novoHash, comSegundoFator, agora],
  );
  return changed > 0;
}

/** The stored hash of somebody who has signed in. */
export async function findSenhaHash(sql: Sql, contaId: string, usuarioId: string): Promise<string | null> {
  const [found] = await sql.query<{ senhaHash: string | null }>(
    `SELECT senha_hash AS "senhaHash" FROM usuario WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId],
  );
  return found?.senhaHash ?? null;
}
