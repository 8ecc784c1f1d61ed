import type { AjusteTls } from "../transporte.ts";

/** Host → what its handshake needs beyond Node's own.
 * @NOTE empty: no source at hand names a host of SEFAZ that needs legacy renegotiation or a small DH today. A host is added here with
 * the handshake error that was seen, its date and its source, and leaves when the host is mended. */
const AJUSTES: ReadonlyMap<string, AjusteTls> = new Map();

/** What a host needs of the handshake; undefined for those that need nothing. */
export function findAjusteTls(host: string): AjusteTls | undefined {
  return AJUSTES.get(host);
}
