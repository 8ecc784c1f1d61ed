import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../../config.ts";

/**
 * The relying party of the passkeys, and the only origin that may use them.
 * @source WebAuthn L3 §5.1.2, §13.4.9
 */
export type RelyingParty = { rpId: string; origin: string };

/** Algorithms allowed for a new passkey: ES256, RS256.   @source IANA COSE Algorithms */
export const ALGORITHMS = [-7, -257];

/**
 * Derives the relying party from the public address; without one, or for a loopback address, it is
 * `localhost`.
 * @returns null if browsers allow no passkey there: an IP address, or no HTTPS
 * @source WebAuthn L3 §5.1.3 step 7
 */
export function relyingPartyOf({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): RelyingParty | null {
  if (publicUrl === null) return localhostAt("http:", String(port));
  const { protocol, hostname, port: itsPort, origin } = new URL(publicUrl);
  if (hostname === "[::1]" || hostname.startsWith("127.")) return localhostAt(protocol, itsPort);
  if (isIP(hostname) !== 0 || hostname.startsWith("[")) return null;
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure ? { rpId: hostname, origin: origin } : null;
}

function localhostAt(protocol: string, port: string): RelyingParty {
  return { rpId: "localhost", origin: `${protocol}//localhost${port === "" ? "" : `:${port}`}` };
}

/**
 * The user handle: opaque bytes that identify a user to an authenticator. No name or e-mail is in them.
 */
export function userHandleOf(usuarioId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(usuarioId.replaceAll("-", ""), "hex"));
}

/** The stored hash of a challenge. */
export function hashChallenge(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}

/** The challenge in a browser's answer; null if it cannot be read. */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof read !== "object" || read === null || !("challenge" in read)) return null;
    return typeof read.challenge === "string" ? read.challenge : null;
  } catch {
    // Invalid JSON contains no challenge.
    return null;
  }
}
