import type { Db } from "../../db/index.ts";
import type { SecondFactorProof } from "./second-factor.rules.ts";
import { HAS_PASSKEY } from "./sign-in-usuario.rows.ts";

export type SecondFactorRow = {
  identificador: string;
  nomeUsuario: string;
  selado: Buffer | null;
  /** The last TOTP time step that was used. */
  passo: number;
  /** When it was confirmed; null before that. */
  desde: Date | null;
};

/** Reads a user's second factor and locks the user's row until the commit. */
export async function lockSecondFactor(
  db: Db,
  contaId: string,
  usuarioId: string,
): Promise<SecondFactorRow | null> {
  const [found] = await db.query<SecondFactorRow>(
    `SELECT c.identificador, u.nome_usuario AS "nomeUsuario", u.totp_selado AS selado, u.totp_passo AS passo, u.totp_desde AS desde
     FROM usuario u JOIN conta c ON c.id = u.conta_id WHERE u.conta_id = $1 AND u.id = $2 FOR NO KEY UPDATE OF u`,
    [contaId, usuarioId],
  );
  return found ?? null;
}

/** Stores an unconfirmed secret. */
export async function setTotpSecret(
  db: Db,
  contaId: string,
  { usuarioId, selado: sealed }: { usuarioId: string; selado: Buffer },
): Promise<void> {
  await db.execute(
    "UPDATE usuario SET totp_selado = $3, totp_desde = NULL, totp_passo = 0 WHERE conta_id = $1 AND id = $2",
    [contaId, usuarioId, sealed],
  );
}

/** Confirms the stored secret; the time step of the proving code is used up. */
export async function confirmTotpSecret(
  db: Db,
  contaId: string,
  {
    usuarioId,
    passo: step,
    reservas: recoveryCodes,
    now,
  }: { usuarioId: string; passo: number; reservas: Buffer[]; now: Date },
): Promise<void> {
  await db.execute(
    "UPDATE usuario SET totp_desde = $3, totp_passo = $4, totp_reservas = $5 WHERE conta_id = $1 AND id = $2",
    [contaId, usuarioId, now, step, recoveryCodes],
  );
}

/** Removes the authenticator. The recovery codes remain if the user has a passkey. */
export async function clearTotpSecret(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db.execute(
    `UPDATE usuario SET totp_selado = NULL, totp_desde = NULL, totp_passo = 0,
       totp_reservas = CASE WHEN ${HAS_PASSKEY} THEN totp_reservas ELSE '{}' END
     WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId],
  );
}

/** Replaces a user's recovery codes, stored as hashes. */
export async function saveRecoveryCodes(
  db: Db,
  contaId: string,
  { usuarioId, reservas: recoveryCodes }: { usuarioId: string; reservas: Buffer[] },
): Promise<void> {
  await db.execute("UPDATE usuario SET totp_reservas = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    usuarioId,
    recoveryCodes,
  ]);
}

/**
 * Consumes a proof: a time step with all before it, or one recovery code. Of two concurrent uses
 * only one succeeds.
 * @returns whether the proof was valid
 */
export async function spendProof(
  db: Db,
  contaId: string,
  { usuarioId, prova: proof }: { usuarioId: string; prova: SecondFactorProof },
): Promise<boolean> {
  const ofUsuario = "WHERE conta_id = $1 AND id = $2";
  const spent =
    proof.tipo === "passo"
      ? await db.execute(
          `UPDATE usuario SET totp_passo = $3 ${ofUsuario} AND totp_desde IS NOT NULL AND totp_passo < $3`,
          [contaId, usuarioId, proof.passo],
        )
      : await db.execute(
          `UPDATE usuario SET totp_reservas = array_remove(totp_reservas, $3) ${ofUsuario}
             AND (totp_desde IS NOT NULL OR ${HAS_PASSKEY}) AND $3 = ANY (totp_reservas)`,
          [contaId, usuarioId, proof.hash],
        );
  return spent > 0;
}
