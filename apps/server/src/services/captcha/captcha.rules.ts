import type { Challenge } from "altcha-lib/types";
import { z } from "zod";

/** Acts that require a captcha; a captcha for one act is refused for another. */
export const CAPTCHA_ACTIONS = ["criar-conta", "contato", "download"] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];

/** Whether a text names an act that requires a captcha. */
export function isCaptchaAction(text: unknown): text is CaptchaAction {
  return CAPTCHA_ACTIONS.some((action) => action === text);
}

/** A challenge in ALTCHA's format. */
export type CaptchaChallenge = Challenge;

/** Only the fields read here; all parameters are signed, so added ones break the signature. */
const solvedSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      /** ate: expiry by the application's clock, in ms. */
      data: z.object({ acao: z.string(), ate: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** A challenge with its claimed solution. */
export type SolvedCaptcha = z.infer<typeof solvedSchema>;

/** Whether a text has the form of a solved captcha. */
export function isSolvedCaptcha(text: string): boolean {
  return parseSolvedCaptcha(text) !== null;
}

/** Parses the widget's text (JSON in base64); null when it is invalid. */
export function parseSolvedCaptcha(captcha: string): SolvedCaptcha | null {
  try {
    const read = solvedSchema.safeParse(JSON.parse(Buffer.from(captcha, "base64").toString("utf8")));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
