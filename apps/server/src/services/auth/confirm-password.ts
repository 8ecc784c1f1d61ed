import { Refusal } from "../../errors.ts";
import { verifyPassword } from "../../secrets/password.ts";
import type { SignedInContext } from "../handler.ts";
import { findPasswordHash } from "./sign-in-usuario.rows.ts";
import { countPassword } from "./throttle-sign-in.ts";

/**
 * Verifies the password of a signed-in user again: an unlocked screen does not prove its user.
 * Hashes the password, so it must run outside any transaction.
 * @param campo the form field of the password
 * @returns the stored hash that matched; a later write compares it with the hash stored by then
 * @throws {Refusal} senhaAtualErrada, or muitasTentativas
 */
export async function confirmPassword(ctx: SignedInContext, senha: string, campo: string): Promise<string> {
  const { contaId, usuarioId } = ctx.caller;
  const attempt = await countPassword(ctx);
  const senhaHash = await ctx.database.withConta(contaId, (db) => findPasswordHash(db, contaId, usuarioId));
  if (!(await verifyPassword(senhaHash, senha)) || senhaHash === null) {
    throw new Refusal("senhaAtualErrada", { campo });
  }
  await attempt.forgive();
  return senhaHash;
}
