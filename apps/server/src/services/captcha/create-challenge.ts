import { CAPTCHA_MS } from "@malote/contract";
import { createChallenge, randomInt } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import type { CaptchaAction, CaptchaChallenge } from "./captcha.rules.ts";
import { captchaKeysOf } from "./captcha-keys.ts";

/** Range of the secret number of keys that the solver must derive. */
const KEY_COUNT = { min: 1_000, max: 2_000 };

/**
 * Creates a challenge for one act, valid for {@link CAPTCHA_MS}. Nothing is stored. It has no
 * `expiresAt`, which the visitor's clock would decide.
 */
export async function createCaptchaChallenge(
  { config, clock }: Pick<AppContext, "config" | "clock">,
  action: CaptchaAction,
): Promise<CaptchaChallenge> {
  return await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: config.captchaCost,
    counter: randomInt(KEY_COUNT.min, KEY_COUNT.max),
    data: { acao: action, ate: clock.now().getTime() + CAPTCHA_MS },
    deriveKey,
    ...captchaKeysOf(config.chave),
  });
}
