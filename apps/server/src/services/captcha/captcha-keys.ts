import { deriveKey } from "../../secrets/derive-key.ts";

/**
 * The two keys of ALTCHA: for the challenge, and for the solution, which is verified without
 * deriving it again.
 */
export function captchaKeysOf(key: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return {
    hmacSignatureSecret: deriveKey(key, "captcha/desafio").toString("base64"),
    hmacKeySignatureSecret: deriveKey(key, "captcha/resposta").toString("base64"),
  };
}
