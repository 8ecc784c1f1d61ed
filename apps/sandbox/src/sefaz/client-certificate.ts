import type { IncomingMessage } from "node:http";
import { type DetailedPeerCertificate, type PeerCertificate, TLSSocket } from "node:tls";
import type { CStat } from "./motivos.ts";
import { readTransmissor } from "./read-transmissor.ts";

/** The caller, and the fault of its certificate. */
export type Transmissor = { documento: string | null; refusal: CStat | null };

/** The simulated certificate revocation list. */
export type Crl = { inacessivel: boolean; revogados: ReadonlySet<string> };

/**
 * Error codes of OpenSSL and the cStat that SEFAZ returns for them.
 * @source MOC Visão Geral, validação do certificado de transmissão
 */
const ERROR_CSTATS: Readonly<Record<string, CStat>> = {
  CERT_HAS_EXPIRED: "281",
  CERT_NOT_YET_VALID: "281",
  INVALID_PURPOSE: "280",
  UNABLE_TO_GET_ISSUER_CERT: "285",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "285",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "285",
  SELF_SIGNED_CERT_IN_CHAIN: "285",
  CERT_REVOKED: "284",
};
const CHAIN_ERROR: CStat = "283";
const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

/** Whether to reject the connection: no certificate, or a self-signed one. */
export function isRefusedAtHandshake(socket: TLSSocket): boolean {
  const { raw, subject, issuer } = socket.getPeerCertificate();
  return !raw || (!socket.authorized && JSON.stringify(subject) === JSON.stringify(issuer));
}

/** Checks the caller's certificate as SEFAZ does, by the sandbox clock. */
export function readTransmissorOf(request: IncomingMessage, now: Date, crl: Crl): Transmissor {
  if (!(request.socket instanceof TLSSocket)) return { documento: null, refusal: null };
  const certificado = request.socket.getPeerCertificate();
  if (!certificado.raw) return { documento: null, refusal: null };
  const documento = readTransmissor(certificado.raw);
  return {
    documento,
    refusal: judge(certificado, { erro: request.socket.authorizationError, documento, now, crl }),
  };
}

type CheckInput = { erro: Error | string | undefined; documento: string | null; now: Date; crl: Crl };

function judge(
  certificado: PeerCertificate | DetailedPeerCertificate,
  { erro: tlsError, documento, now, crl }: CheckInput,
): CStat | null {
  if (tlsError) return ERROR_CSTATS[String(tlsError)] ?? CHAIN_ERROR;
  const nowMs = now.getTime();
  if (nowMs < Date.parse(certificado.valid_from) || nowMs > Date.parse(certificado.valid_to)) return "281";
  const keyUsages = certificado.ext_key_usage ?? [];
  if (keyUsages.length > 0 && !keyUsages.includes(CLIENT_AUTH)) return "280";
  if (crl.inacessivel) return "286";
  return documento !== null && crl.revogados.has(documento) ? "284" : null;
}
