import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { type PasskeyProva, verifyPasskey } from "../passkey/verify-passkey.ts";
import { confirmCodigo } from "./confirm-codigo.ts";
import { countSenha } from "./freio.ts";

/** Proofs of a second factor; one is enough. */
export type ProvasDoFator = {
  codigo?: string | null | undefined;
  passkey?: PasskeyProva | null | undefined;
};

/**
 * Verifies a passkey or a code of a signed-in user and consumes it.
 * @throws {Refusal} passkeyObrigatoria without either; codigoErrado, passkeyErrada, muitasTentativas
 */
export async function confirmFator(ctx: SignedInContext, { codigo, passkey }: ProvasDoFator): Promise<void> {
  if (passkey) await confirmPasskey(ctx, passkey);
  else if (codigo) await confirmCodigo(ctx, codigo);
  else throw new Refusal("passkeyObrigatoria", { campo: "passkey" });
}

async function confirmPasskey(ctx: SignedInContext, prova: PasskeyProva): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const tentativa = await countSenha(ctx);
  const esperada = { contaId, uso: "provar", usuarioId, dono: usuarioId, prova } as const;
  if ((await verifyPasskey(ctx, esperada)) === null) throw new Refusal("passkeyErrada", { campo: "passkey" });
  await tentativa.forgive();
}
