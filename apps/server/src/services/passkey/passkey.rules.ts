import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../../config.ts";

/** For whom passkeys are made, and the only origin at which they are used. @source WebAuthn L3 §5.1.2, §13.4.9 */
export type RelyingParty = { rpId: string; origem: string };

/** Algorithms that a new passkey may have: ES256, RS256. @source IANA COSE Algorithms */
export const ALGORITMOS = [-7, -257];

/**
 * Reads it off the public address; without one, or at an address of this machine, it is `localhost`.
 * @returns null where browsers allow no passkeys: an IP address, or no HTTPS   @source WebAuthn L3 §5.1.3 step 7
 */
export function relyingPartyOf({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): RelyingParty | null {
  if (publicUrl === null) return localhostAt("http:", String(port));
  const { protocol, hostname, port: itsPort, origin } = new URL(publicUrl);
  if (hostname === "[::1]" || hostname.startsWith("127.")) return localhostAt(protocol, itsPort);
  if (isIP(hostname) !== 0 || hostname.startsWith("[")) return null;
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure ? { rpId: hostname, origem: origin } : null;
}

function localhostAt(protocol: string, port: string): RelyingParty {
  return { rpId: "localhost", origem: `${protocol}//localhost${port === "" ? "" : `:${port}`}` };
}

/** The bytes by which an authenticator knows a user: nothing that names one. */
export function userHandleOf(usuarioId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(usuarioId.replaceAll("-", ""), "hex"));
}

/** What is stored of a challenge. */
export function hashDesafio(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}

/** The challenge that a browser says it answered; null: none can be read. */
export function readDesafio(clientDataJSON: string): string | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof read !== "object" || read === null || !("challenge" in read)) return null;
    return typeof read.challenge === "string" ? read.challenge : null;
  } catch {
    // What is no JSON names no challenge.
    return null;
  }
}
