import { createHmac, randomBytes } from "node:crypto";
import type { SealedPlace, SecretBox } from "../../secrets/secret-box.ts";

/**
 * Prefix of a secret and the number of random bytes behind it.
 * @source Standard Webhooks, "Signature scheme"
 */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const MASK_LENGTH = PREFIX.length + 4;

/** Creates a secret in text form: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The part of a secret that is shown to tell it from another. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, MASK_LENGTH)}…`;
}

/** Seals a secret for the row of its webhook only. */
export function sealSecret(secretBox: SecretBox, id: string, secret: string): Buffer {
  return secretBox.seal(secret, placeOf(id));
}

/** @throws {SecretBoxError} when it was sealed with another key or for another row */
export function openSecret(secretBox: SecretBox, id: string, sealed: Uint8Array): string {
  return secretBox.open(sealed, placeOf(id)).toString("utf8");
}

// Both columns use the same place: the current secret is copied, still sealed, into the previous one.
function placeOf(id: string): SealedPlace {
  return { tabela: "webhook", coluna: "segredo_selado", id };
}

/** What is signed: the message id, the Unix timestamp in seconds, the body. */
export type SignedContent = { id: string; timestamp: number; corpo: string };

/**
 * Signs a message with each secret, as the header carries the signatures.
 * @source Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, `v1,` and base64, separated by blanks
 */
export function signMessage(secrets: readonly string[], { id, timestamp, corpo }: SignedContent): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${corpo}`).digest("base64")}`;
    })
    .join(" ");
}
