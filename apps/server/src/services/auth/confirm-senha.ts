import { Refusal } from "../../errors.ts";
import { verifySenha } from "../../secrets/senha.ts";
import type { SignedInContext } from "../handler.ts";
import { findSenhaHash } from "./entrada.rows.ts";
import { countSenha } from "./freio.ts";

/**
 * Asks somebody who has signed in for their password again: an open screen is not its owner. Hash work: outside any transaction.
 * @param campo the field in which it was typed
 * @returns the stored hash that it was compared with: who writes afterwards holds it against what stands then
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
