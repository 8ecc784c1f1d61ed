import type { ParsedParamsOf, RegistroAction } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Refusal, Unauthorized } from "../../errors.ts";
import { confirmPassword } from "../auth/confirm-password.ts";
import { renewAuthenticated } from "../auth/session.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { proveSecondFactor } from "../passkey/prove-second-factor.ts";
import { registerAct } from "../registro/register-act.ts";

type ReauthenticationProofs = ParsedParamsOf<"Auth.reautenticar">;

/**
 * Verifies the caller again; the session then counts as recently authenticated. Records both
 * outcomes in the registro.
 * @throws {Refusal} senhaAtualErrada, codigoErrado, passkeyErrada, muitasTentativas
 * @throws {Unauthorized} when the session ended in the meantime
 */
export async function reauthenticate(ctx: SignedInContext, proofs: ReauthenticationProofs): Promise<void> {
  const { contaId, usuarioId, sessionId: id } = ctx.caller;
  const proof = proofs.senha ? "senha" : proofs.passkey ? "passkey" : "código";
  await prove(ctx, proofs).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.key !== "muitasTentativas") {
      await recordEntry(ctx, "reautenticacao-recusada", proof);
    }
    throw error;
  });
  await ctx.database.withConta(contaId, async (db) => {
    const autenticadaEm = machineNow(ctx.clock);
    if (!(await renewAuthenticated(db, contaId, { id, usuarioId, autenticadaEm }))) throw new Unauthorized();
    await registerAct(ctx, db, { acao: "reautenticar", alvo: usuarioId, detalhe: proof });
  });
}

async function prove(ctx: SignedInContext, { senha, ...fator }: ReauthenticationProofs): Promise<void> {
  if (senha) await confirmPassword(ctx, senha, "senha");
  else await proveSecondFactor(ctx, fator);
}

async function recordEntry(ctx: SignedInContext, acao: RegistroAction, detalhe: string): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  await ctx.database.withConta(contaId, (db) => registerAct(ctx, db, { acao, alvo: usuarioId, detalhe }));
}
