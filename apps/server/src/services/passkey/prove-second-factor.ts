import { Refusal } from "../../errors.ts";
import { confirmCode } from "../auth/confirm-code.ts";
import { countPassword } from "../auth/throttle-sign-in.ts";
import type { SignedInContext } from "../handler.ts";
import { type PasskeyAnswer, verifyPasskey } from "./verify-passkey.ts";

/** Proofs of a second factor; one is enough. */
export type SecondFactorProofs = {
  codigo?: string | null | undefined;
  passkey?: PasskeyAnswer | null | undefined;
};

/**
 * Verifies a passkey or a code of a signed-in user and consumes it.
 * @throws {Refusal} passkeyObrigatoria without either; codigoErrado, passkeyErrada, muitasTentativas
 */
export async function proveSecondFactor(
  ctx: SignedInContext,
  { codigo, passkey }: SecondFactorProofs,
): Promise<void> {
  if (passkey) await provePasskey(ctx, passkey);
  else if (codigo) await confirmCode(ctx, codigo);
  else throw new Refusal("passkeyObrigatoria", { campo: "passkey" });
}

async function provePasskey(ctx: SignedInContext, proof: PasskeyAnswer): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const attempt = await countPassword(ctx);
  const expected = { contaId, uso: "provar", usuarioId, dono: usuarioId, prova: proof } as const;
  if ((await verifyPasskey(ctx, expected)) === null) throw new Refusal("passkeyErrada", { campo: "passkey" });
  await attempt.forgive();
}
