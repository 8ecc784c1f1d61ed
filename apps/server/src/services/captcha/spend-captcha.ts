import { createHash } from "node:crypto";
import { verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { type AcaoCaptcha, type Resolvido, readResolvido } from "./captcha.rules.ts";
import { segredosOf } from "./segredos.ts";

type Contexto = Pick<AppContext, "config" | "clock" | "database">;

/**
 * Consumes a solved captcha: it is valid once, for its own act. Of concurrent calls with the same
 * captcha one succeeds.
 * @throws {Refusal} captchaInvalido, for any fault
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
  // verifySolution checks the signature first: unsigned parameters are never used.
  for (const chave of [config.chave, ...config.chavesAntigas]) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...segredosOf(chave) });
    if (verified) return true;
  }
  return false;
}

// Counted by signature, in a window that starts at its expiry: the count is deleted only after that.
async function isFirst({ database }: Contexto, { challenge }: Resolvido): Promise<boolean> {
  const { signature, parameters } = challenge;
  const chave = `captcha:${createHash("sha256").update(signature).digest("base64url")}`;
  return (await database.portaria.countUso(chave, new Date(parameters.data.ate))) === 1;
}
