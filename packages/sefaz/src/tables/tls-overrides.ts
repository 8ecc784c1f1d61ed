import { DEFAULT_CIPHERS } from "node:tls";
import type { TlsOverride } from "../transport/transport.ts";

// OpenSSL's security level 1 accepts a DH of 1024 bits, level 2 refuses it. Node up to 22 defaults to 1,
// since 24 to 2.
const DH_1024_BITS: TlsOverride = { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=1` };

/** TLS override by host; trust is never overridden. An entry needs the observed error, its date and
 * source, and is removed once the host is fixed. No source at hand names a host that needs legacy
 * renegotiation.
 * @source nfe.sefaz.go.gov.br, DH_KEY_TOO_SMALL in production at level 2, 2023-06: PyTrustNFe #324,
 * odoo-brasil #1270 */
export const TLS_OVERRIDES: ReadonlyMap<string, TlsOverride> = new Map([
  ["nfe.sefaz.go.gov.br", DH_1024_BITS],
]);

/** The TLS override of a host; undefined if it needs none. */
export function findTlsOverride(host: string): TlsOverride | undefined {
  return TLS_OVERRIDES.get(host);
}
