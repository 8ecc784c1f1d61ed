import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/**
 * Derives a key for one purpose ("captcha/desafio") from the operator's, so that signatures do not
 * carry over to another purpose.
 */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `malote/${purpose}`, KEY_BYTES));
}
