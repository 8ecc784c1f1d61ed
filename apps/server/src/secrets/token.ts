import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A new session, file, invite or API token: 43 characters of base64url. Only its hash is stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** SHA-256 of the token's text, for storage and lookup. A token has 256 random bits, so it needs no salt. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
