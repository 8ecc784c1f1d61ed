import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A new session, file, invite or API token: 43 characters of base64url. Only its hash is ever stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is stored and looked for: SHA-256 of the token's text. A token has 256 random bits, so no salt is needed. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
