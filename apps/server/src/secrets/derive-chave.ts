import { hkdfSync } from "node:crypto";

const CHAVE_BYTES = 32;

/**
 * Derives a key for one purpose ("captcha/desafio") from the operator's, so that signatures do not
 * carry over to another purpose.
 */
export function deriveChave(chave: Buffer, proposito: string): Buffer {
  return Buffer.from(hkdfSync("sha256", chave, Buffer.alloc(0), `malote/${proposito}`, CHAVE_BYTES));
}
