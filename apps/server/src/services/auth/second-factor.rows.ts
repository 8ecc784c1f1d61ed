import { sql } from "kysely";
import { countChanged, type Db } from "../../db/index.ts";
import { hasPasskey, hasSecondFactor } from "../usuario/usuario.rows.ts";
import type { SecondFactorProof } from "./second-factor.rules.ts";

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
  const found = await db
    .selectFrom("usuario as u")
    .innerJoin("conta as c", "c.id", "u.contaId")
    .where(({ and }) => and({ "u.contaId": contaId, "u.id": usuarioId }))
    .select(["c.identificador", "u.nomeUsuario", "u.totpSelado as selado", "u.totpPasso as passo"])
    .select("u.totpDesde as desde")
    .forNoKeyUpdate("u")
    .executeTakeFirst();
  return found ?? null;
}

/** Stores an unconfirmed secret. */
export async function setTotpSecret(
  db: Db,
  contaId: string,
  { usuarioId, selado: sealed }: { usuarioId: string; selado: Buffer },
): Promise<void> {
  await updateOne(db, contaId, usuarioId)
    .set({ totpSelado: sealed, totpDesde: null, totpPasso: 0 })
    .execute();
}

function updateOne(db: Db, contaId: string, usuarioId: string) {
  return db.updateTable("usuario").where("contaId", "=", contaId).where("id", "=", usuarioId);
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
  await updateOne(db, contaId, usuarioId)
    .set({ totpDesde: now, totpPasso: step, totpReservas: recoveryCodes })
    .execute();
}

/** Removes the authenticator. The recovery codes remain if the user has a passkey. */
export async function clearTotpSecret(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await updateOne(db, contaId, usuarioId)
    .set({ totpSelado: null, totpDesde: null, totpPasso: 0 })
    .set(({ ref }) => ({
      totpReservas: sql<Buffer[]>`CASE WHEN ${hasPasskey()} THEN ${ref("totpReservas")} ELSE '{}' END`,
    }))
    .execute();
}

/** Replaces a user's recovery codes, stored as hashes. */
export async function saveRecoveryCodes(
  db: Db,
  contaId: string,
  { usuarioId, reservas: recoveryCodes }: { usuarioId: string; reservas: Buffer[] },
): Promise<void> {
  await updateOne(db, contaId, usuarioId).set({ totpReservas: recoveryCodes }).execute();
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
  const update = updateOne(db, contaId, usuarioId);
  const spent = await countChanged(
    proof.tipo === "passo"
      ? update
          .set({ totpPasso: proof.passo })
          .where("totpDesde", "is not", null)
          .where("totpPasso", "<", proof.passo)
      : update
          .set(({ ref }) => ({
            totpReservas: sql<Buffer[]>`array_remove(${ref("totpReservas")}, ${proof.hash})`,
          }))
          .where(hasSecondFactor())
          .where(({ ref }) => sql<boolean>`${proof.hash} = ANY (${ref("totpReservas")})`),
  );
  return spent > 0;
}
