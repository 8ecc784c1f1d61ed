import { createHash } from "node:crypto";
import { verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { type CaptchaAction, parseSolvedCaptcha, type SolvedCaptcha } from "./captcha.rules.ts";
import { captchaKeysOf } from "./captcha-keys.ts";

type Context = Pick<AppContext, "config" | "clock" | "database">;

/**
 * Consumes a solved captcha: it is valid once, for its own act. Of concurrent calls with the same
 * captcha one succeeds.
 * @throws {Refusal} captchaInvalido, for any fault
 */
export async function spendCaptcha(
  ctx: Context,
  { captcha, action }: { captcha: string; action: CaptchaAction },
): Promise<void> {
  const solved = parseSolvedCaptcha(captcha);
  const good = solved !== null && (await isSolved(ctx, solved, action)) && (await isFirst(ctx, solved));
  if (!good) throw new Refusal("captchaInvalido", { campo: "captcha" });
}

async function isSolved(
  { config, clock }: Context,
  { challenge, solution }: SolvedCaptcha,
  action: CaptchaAction,
): Promise<boolean> {
  const { data } = challenge.parameters;
  if (data.acao !== action || data.ate < clock.now().getTime()) return false;
  // verifySolution checks the signature first: unsigned parameters are never used.
  for (const key of [config.chave, ...config.previousKeys]) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...captchaKeysOf(key) });
    if (verified) return true;
  }
  return false;
}

// Counted by signature, in a window that starts at its expiry: the count is deleted only after that.
async function isFirst({ database }: Context, { challenge }: SolvedCaptcha): Promise<boolean> {
  const { signature, parameters } = challenge;
  const key = `captcha:${createHash("sha256").update(signature).digest("base64url")}`;
  return (await database.gatekeeper.countUse(key, new Date(parameters.data.ate))) === 1;
}
