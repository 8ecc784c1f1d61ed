import { countChanged, type Db } from "../../db/index.ts";
import { hasPasskey, hasSecondFactor } from "../usuario/usuario.rows.ts";

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
  const found = await db
    .selectFrom("usuario")
    .where(({ and }) => and({ contaId, nomeUsuario }))
    .select(["id", "nomeCompleto as nome", "ativo", "totpPasso as passo", hasPasskey().as("temPasskey")])
    .select(({ eb, and, ref }) => {
      const mayUsePassword = and([ref("ativado"), eb("excluidoEm", "is", null)]);
      return [
        eb.case().when(mayUsePassword).then(ref("senhaHash")).end().as("senhaHash"),
        eb.case().when("totpDesde", "is not", null).then(ref("totpSelado")).end().as("selado"),
      ];
    })
    .executeTakeFirst();
  if (found === undefined) return null;
  const { selado, passo, ...usuario } = found;
  return { ...usuario, segundoFator: selado === null ? null : { selado, passo } };
}

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
  const changed = await countChanged(
    db
      .updateTable("usuario")
      .set({ ultimoAcesso: now, senhaHash: newHash ?? senhaHash })
      .where(({ and }) => and({ contaId, id: usuarioId, senhaHash }))
      .where(({ and, ref }) => and([ref("ativo"), ref("ativado")]))
      .where("excluidoEm", "is", null)
      .where(({ not }) => (withSecondFactor ? hasSecondFactor() : not(hasSecondFactor()))),
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
  const row = await db
    .updateTable("usuario")
    .set({ ultimoAcesso: now })
    .where(({ and }) => and({ contaId, id: usuarioId }))
    .where(({ and, ref }) => and([ref("ativo"), ref("ativado")]))
    .where("excluidoEm", "is", null)
    .returning("nomeCompleto as nome")
    .executeTakeFirst();
  return row?.nome ?? null;
}

/** The stored password hash of a signed-in user. */
export async function findPasswordHash(db: Db, contaId: string, usuarioId: string): Promise<string | null> {
  const found = await db
    .selectFrom("usuario")
    .where(({ and }) => and({ contaId, id: usuarioId }))
    .select("senhaHash")
    .executeTakeFirst();
  return found?.senhaHash ?? null;
}
