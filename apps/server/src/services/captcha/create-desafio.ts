import { CAPTCHA_MS } from "@malote/contract";
import { createChallenge, randomInt } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import type { AcaoCaptcha, Desafio } from "./captcha.rules.ts";
import { segredosOf } from "./segredos.ts";

/** Range of the secret number of keys that the solver must derive. */
const TENTATIVAS = { min: 1_000, max: 2_000 };

/**
 * Creates a challenge for one act, valid for {@link CAPTCHA_MS}. Nothing is stored. It has no
 * `expiresAt`, which the visitor's clock would decide.
 */
export async function createDesafio(
  { config, clock }: Pick<AppContext, "config" | "clock">,
  acao: AcaoCaptcha,
): Promise<Desafio> {
  return await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: config.captchaCost,
    counter: randomInt(TENTATIVAS.min, TENTATIVAS.max),
    data: { acao, ate: clock.now().getTime() + CAPTCHA_MS },
    deriveKey,
    ...segredosOf(config.chave),
  });
}
