import { hkdfSync } from "node:crypto";

const CHAVE_BYTES = 32;

/** A key for one purpose ("captcha/desafio") out of the operator's: what is signed for one is worth nothing for another. */
export function deriveChave(chave: Buffer, proposito: string): Buffer {
  return Buffer.from(hkdfSync("sha256", chave, Buffer.alloc(0), `malote/${proposito}`, CHAVE_BYTES));
}
