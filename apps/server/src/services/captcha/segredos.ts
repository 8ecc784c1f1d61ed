import { deriveChave } from "../../secrets/derive-chave.ts";

/**
 * The two keys of ALTCHA: for the challenge, and for the solution, which is verified without
 * deriving it again.
 */
export function segredosOf(chave: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return {
    hmacSignatureSecret: deriveChave(chave, "captcha/desafio").toString("base64"),
    hmacKeySignatureSecret: deriveChave(chave, "captcha/resposta").toString("base64"),
  };
}
