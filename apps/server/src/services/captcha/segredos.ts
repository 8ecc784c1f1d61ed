import { deriveChave } from "../../secrets/derive-chave.ts";

/** The two keys of ALTCHA: of what is asked, and of the answer, by which one is known without being derived again. */
export function segredosOf(chave: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return {
    hmacSignatureSecret: deriveChave(chave, "captcha/desafio").toString("base64"),
    hmacKeySignatureSecret: deriveChave(chave, "captcha/resposta").toString("base64"),
  };
}
