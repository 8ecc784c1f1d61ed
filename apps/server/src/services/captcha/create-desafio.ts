import { CAPTCHA_MS } from "@malote/contract";
import { createChallenge, randomInt } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { AppContext } from "../../app-context.ts";
import type { AcaoCaptcha, Desafio } from "./captcha.rules.ts";
import { segredosOf } from "./segredos.ts";

/** How many keys whoever solves it must derive: between these, and which of them is it nobody but us knows. */
const TENTATIVAS = { min: 1_000, max: 2_000 };

/**
 * Something to be worked out before an act, worth something for {@link CAPTCHA_MS} and for that act alone. Nothing of it is kept. It bears no
 * `expiresAt`: the clock of the visitor, which may be wrong, would then decide.
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
