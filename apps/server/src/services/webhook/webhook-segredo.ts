import { createHmac, randomBytes } from "node:crypto";
import type { Cofre, Lugar } from "../../secrets/cofre.ts";

/**
 * Prefix of a secret and the number of random bytes behind it.
 * @source Standard Webhooks, "Signature scheme"
 */
const PREFIXO = "whsec_";
const SEGREDO_BYTES = 32;
const MASCARA_LENGTH = PREFIXO.length + 4;

/** Creates a secret in text form: `whsec_` and base64. */
export function makeSegredo(): string {
  return `${PREFIXO}${randomBytes(SEGREDO_BYTES).toString("base64")}`;
}

/** The part of a secret that is shown to tell it from another. */
export function maskSegredo(segredo: string): string {
  return `${segredo.slice(0, MASCARA_LENGTH)}…`;
}

/** Seals a secret for the row of its webhook only. */
export function sealSegredo(cofre: Cofre, id: string, segredo: string): Buffer {
  return cofre.seal(segredo, lugarOf(id));
}

/** @throws {CofreError} when it was sealed with another key or for another row */
export function openSegredo(cofre: Cofre, id: string, selado: Uint8Array): string {
  return cofre.open(selado, lugarOf(id)).toString("utf8");
}

// Both columns use the same place: the current secret is copied, still sealed, into the previous one.
function lugarOf(id: string): Lugar {
  return { tabela: "webhook", coluna: "segredo_selado", id };
}

/** What is signed: the message id, the Unix timestamp in seconds, the body. */
export type Assinado = { id: string; timestamp: number; corpo: string };

/**
 * Signs a message with each secret, as the header carries the signatures.
 * @source Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, `v1,` and base64, separated by blanks
 */
export function signMensagem(segredos: readonly string[], { id, timestamp, corpo }: Assinado): string {
  return segredos
    .map((segredo) => {
      const key = Buffer.from(segredo.slice(PREFIXO.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${corpo}`).digest("base64")}`;
    })
    .join(" ");
}
