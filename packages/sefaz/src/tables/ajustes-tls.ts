import { DEFAULT_CIPHERS } from "node:tls";
import type { AjusteTls } from "../transporte.ts";

// OpenSSL's level 1 takes a DH of 1024 bits, its level 2 does not: level 1 is Node's own up to 22, level 2 since 24.
const DH_DE_1024: AjusteTls = { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=1` };

/** Host → what its handshake needs beyond Node's own; whom to trust is never among it. A host comes here with the error that was seen,
 * its date and its source, and leaves when it is mended. No source at hand names one that needs legacy renegotiation.
 * @source nfe.sefaz.go.gov.br, DH_KEY_TOO_SMALL in production at level 2, 2023-06: PyTrustNFe #324, odoo-brasil #1270 */
export const AJUSTES_TLS: ReadonlyMap<string, AjusteTls> = new Map([["nfe.sefaz.go.gov.br", DH_DE_1024]]);

/** What a host needs of the handshake; undefined for those that need nothing. */
export function findAjusteTls(host: string): AjusteTls | undefined {
  return AJUSTES_TLS.get(host);
}
