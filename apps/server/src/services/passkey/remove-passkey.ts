import type { ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import { announceFactorChange } from "../auth/announce-factor-change.ts";
import { lockSecondFactor, saveRecoveryCodes } from "../auth/second-factor.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { deletePasskey, findPasskeys } from "./passkey.rows.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

/**
 * Deletes a passkey of the caller. If it is the last one and there is no authenticator, this turns the
 * second factor off: then a code or a passkey must prove the second factor first.
 * @throws {Refusal} passkeyNaoEncontrada, passkeyObrigatoria, codigoErrado, passkeyErrada,
 * muitasTentativas
 */
export async function removePasskey(
  ctx: SignedInContext,
  { id, ...proofs }: ParsedParamsOf<"Passkey.removePasskey">,
): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const isLast = await ctx.database.withConta(contaId, async (db) => {
    const all = await findPasskeys(db, contaId, usuarioId);
    if (!all.some((passkey) => passkey.id === id)) throw new Refusal("passkeyNaoEncontrada");
    return all.length === 1 && (await lockSecondFactor(db, contaId, usuarioId))?.desde === null;
  });
  if (isLast) await proveSecondFactor(ctx, proofs);
  await ctx.database.withConta(contaId, async (db) => {
    const quem = await lockSecondFactor(db, contaId, usuarioId);
    const all = await findPasskeys(db, contaId, usuarioId);
    const nome = all.find((passkey) => passkey.id === id)?.nome;
    if (nome === undefined || !(await deletePasskey(db, contaId, { id, usuarioId }))) {
      throw new Refusal("passkeyNaoEncontrada");
    }
    const isOff = all.length === 1 && quem?.desde === null;
    // Another passkey was removed in the meantime, so this became the last one without a proof.
    if (isOff && !isLast) throw new Refusal("passkeyObrigatoria", { campo: "passkey" });
    if (isOff) await saveRecoveryCodes(db, contaId, { usuarioId, reservas: [] });
    await announceFactorChange(db, ctx, { acao: "remover-passkey", alvo: id, detalhe: nome });
  });
  ctx.wake?.();
}
