import type { Db } from "../../db/index.ts";

/** SQL condition on a row of `usuario`: the user has a passkey. */
export const HAS_PASSKEY =
  "EXISTS (SELECT FROM passkey p WHERE p.conta_id = usuario.conta_id AND p.usuario_id = usuario.id)";

/** The fields of a user that sign-in reads. */
export type SignInUsuario = {
  id: string;
  nome: string;
  /** Null if the user never set a password or is deleted, even if a hash is stored. */
  senhaHash: string | null;
  ativo: boolean;
  segundoFator: StoredAuthenticator | null;
  /** Sign-in requires a passkey or a recovery code. */
  temPasskey: boolean;
};

/** The confirmed authenticator that a code is checked against. */
export type StoredAuthenticator = { selado: Buffer; passo: number };

/** Finds a user by user name. */
export async function findSignInUsuario(
  db: Db,
  contaId: string,
  nomeUsuario: string,
): Promise<SignInUsuario | null> {
  const [found] = await db.query<Omit<SignInUsuario, "segundoFator"> & SealedRow>(
    `SELECT id, nome_completo AS nome, CASE WHEN ativado AND excluido_em IS NULL THEN senha_hash END AS "senhaHash", ativo,
       CASE WHEN totp_desde IS NOT NULL THEN totp_selado END AS selado, totp_passo AS passo, ${HAS_PASSKEY} AS "temPasskey"
     FROM usuario WHERE conta_id = $1 AND nome_usuario = $2`,
    [contaId, nomeUsuario],
  );
  if (found === undefined) return null;
  const { selado: sealed, passo: step, ...usuario } = found;
  return { ...usuario, segundoFator: sealed === null ? null : { selado: sealed, passo: step } };
}

type SealedRow = { selado: Buffer | null; passo: number };

export type PasswordSignIn = {
  usuarioId: string;
  /** The hash that the password matched. `newHash`: the same password hashed at today's cost. */
  senhaHash: string;
  novoHash: string | null;
  comSegundoFator: boolean;
  now: Date;
};

/**
 * Records a sign-in if the user is still as read before: a changed password, an inactivation
 * or a second factor turned on in the meantime prevents it.
 * @returns whether the user may sign in
 */
export async function recordSignIn(db: Db, contaId: string, signIn: PasswordSignIn): Promise<boolean> {
  const { usuarioId, senhaHash, novoHash: newHash, comSegundoFator: withSecondFactor, now } = signIn;
  const changed = await db.execute(
    `UPDATE usuario SET ultimo_acesso = $6, senha_hash = coalesce($4, senha_hash)
     WHERE conta_id = $1 AND id = $2 AND senha_hash = $3 AND ativo AND ativado AND excluido_em IS NULL
       AND (totp_desde IS NOT NULL OR ${HAS_PASSKEY}) = $5`,
    [contaId, usuarioId, senhaHash, newHash, withSecondFactor, now],
  );
  return changed > 0;
}

/**
 * Records a sign-in by a valid passkey. @returns the full name; null when the user may not sign in
 */
export async function recordPasskeySignIn(
  db: Db,
  contaId: string,
  { usuarioId, now }: { usuarioId: string; now: Date },
): Promise<string | null> {
  const [row] = await db.query<{ nome: string }>(
    `UPDATE usuario SET ultimo_acesso = $3 WHERE conta_id = $1 AND id = $2 AND ativo AND ativado AND excluido_em IS NULL
     RETURNING nome_completo AS nome`,
    [contaId, usuarioId, now],
  );
  return row?.nome ?? null;
}

/** The stored password hash of a signed-in user. */
export async function findPasswordHash(db: Db, contaId: string, usuarioId: string): Promise<string | null> {
  const [found] = await db.query<{ senhaHash: string | null }>(
    `SELECT senha_hash AS "senhaHash" FROM usuario WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId],
  );
  return found?.senhaHash ?? null;
}
