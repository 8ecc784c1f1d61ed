import type { Challenge } from "altcha-lib/types";
import { z } from "zod";

/** What a captcha may be solved for; one that was made for another is refused. */
export const ACOES_CAPTCHA = ["criar-conta", "contato", "download"] as const;
export type AcaoCaptcha = (typeof ACOES_CAPTCHA)[number];

/** Whether a text names something a captcha is solved for. */
export function isAcaoCaptcha(text: unknown): text is AcaoCaptcha {
  return ACOES_CAPTCHA.some((acao) => acao === text);
}

/** What is put before a visitor; its shape is ALTCHA's. */
export type Desafio = Challenge;

/** Only what is read here; what else stands in it is signed, and whoever adds to it breaks the signature. */
const resolvido = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      /** ate: the instant of the app's clock until which it is worth something, in ms. */
      data: z.object({ acao: z.string(), ate: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** A challenge with what somebody says is its solution. */
export type Resolvido = z.infer<typeof resolvido>;

/** Whether a text is a captcha with what its sender says is its solution. */
export function isResolvido(text: string): boolean {
  return readResolvido(text) !== null;
}

/** Reads the text that the widget made (JSON in base64); null when it is something else. */
export function readResolvido(captcha: string): Resolvido | null {
  try {
    const read = resolvido.safeParse(JSON.parse(Buffer.from(captcha, "base64").toString("utf8")));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
