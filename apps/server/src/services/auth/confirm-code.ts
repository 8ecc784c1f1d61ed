import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { lockSecondFactor, spendProof } from "./second-factor.rows.ts";
import { readCode } from "./second-factor.rules.ts";
import { countPassword } from "./throttle-sign-in.ts";
import { openTotpSecret } from "./totp-secret.ts";

/**
 * Verifies a second-factor code of a signed-in user and consumes it. Wrong codes and wrong
 * passwords share a throttle.
 * @throws {Refusal} codigoErrado, also when no second factor is on; muitasTentativas
 */
export async function confirmCode(ctx: SignedInContext, codigo: string): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const attempt = await countPassword(ctx);
  const isRight = await ctx.database.withConta(contaId, async (db) => {
    const row = await lockSecondFactor(db, contaId, usuarioId);
    if (row === null) return false;
    const sealed = row.desde === null ? null : row.selado;
    const secret = sealed === null ? null : openTotpSecret(ctx.secretBox, usuarioId, sealed);
    const proof = readCode(codigo, { secret, afterStep: row.passo, now: machineNow(ctx.clock) });
    return proof !== null && (await spendProof(db, contaId, { usuarioId, prova: proof }));
  });
  if (!isRight) throw new Refusal("codigoErrado", { campo: "codigo" });
  await attempt.forgive();
}
