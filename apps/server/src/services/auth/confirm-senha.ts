import { Refusal } from "../../errors.ts";
import { verifySenha } from "../../secrets/senha.ts";
import type { SignedInContext } from "../handler.ts";
import { findSenhaHash } from "./entrada.rows.ts";
import { countSenha } from "./freio.ts";

/**
 * Verifies the password of a signed-in user again: an unlocked screen does not prove its user.
 * Hashes the password, so it must run outside any transaction.
 * @param campo the form field of the password
 * @returns the stored hash that matched; a later write compares it with the hash stored by then
 * @throws {Refusal} senhaAtualErrada, or muitasTentativas
 */
export async function confirmSenha(ctx: SignedInContext, senha: string, campo: string): Promise<string> {
  const { contaId, usuarioId } = ctx.caller;
  const tentativa = await countSenha(ctx);
  const senhaHash = await ctx.database.withContaSql(contaId, (sql) => findSenhaHash(sql, contaId, usuarioId));
  if (!(await verifySenha(senhaHash, senha)) || senhaHash === null) {
    throw new Refusal("senhaAtualErrada", { campo });
  }
  await tentativa.forgive();
  return senhaHash;
}
