import { createHash } from "node:crypto";
import { verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { type AcaoCaptcha, type Resolvido, readResolvido } from "./captcha.rules.ts";
import { segredosOf } from "./segredos.ts";

type Contexto = Pick<AppContext, "config" | "clock" | "database">;

/**
 * Spends a solved captcha: it is worth one act, the one it was made for. Of a hundred calls at once with the same, one goes through.
 * @throws {Refusal} captchaInvalido, whatever is wrong with it
 */
export async function spendCaptcha(
  ctx: Contexto,
  { captcha, acao }: { captcha: string; acao: AcaoCaptcha },
): Promise<void> {
  const resolvido = readResolvido(captcha);
  const good =
    resolvido !== null && (await isSolved(ctx, resolvido, acao)) && (await isFirst(ctx, resolvido));
  if (!good) throw new Refusal("captchaInvalido", { campo: "captcha" });
}

async function isSolved(
  { config, clock }: Contexto,
  { challenge, solution }: Resolvido,
  acao: AcaoCaptcha,
): Promise<boolean> {
  const { data } = challenge.parameters;
  if (data.acao !== acao || data.ate < clock.now().getTime()) return false;
  // The signature is looked at first: nothing of what was not signed here is worked with.
  for (const chave of [config.chave, ...config.chavesAntigas]) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...segredosOf(chave) });
    if (verified) return true;
  }
  return false;
}

// Counted in a window of its own, by the signature: the count is gone a day after, when it is worth nothing any more.
async function isFirst({ database }: Contexto, { challenge }: Resolvido): Promise<boolean> {
  const { signature, parameters } = challenge;
  const chave = `captcha:${createHash("sha256").update(signature).digest("base64url")}`;
  return (await database.portaria.countUso(chave, new Date(parameters.data.ate))) === 1;
}
