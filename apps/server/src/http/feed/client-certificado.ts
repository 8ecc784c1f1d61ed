import { X509Certificate } from "node:crypto";
import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import { readHolder } from "@malote/sefaz";
import { isCnpj } from "@malote/syntax";
import type { PresentedCertificado } from "../../services/feed/find-feed-owner.ts";
import type { CStat } from "./response-texts.ts";

/**
 * The caller's client certificate, whose key the handshake proved. cnpj: null for a person's (e-CPF).
 */
export type FeedCaller = PresentedCertificado & {
  cnpj: string | null;
  extendedKeyUsage: readonly string[];
  validFrom: Date;
  validTo: Date;
};

const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
/** Intermediate certificates read from a caller; the caller chooses how many it sends. */
const CHAIN_MAX = 8;

const known = new WeakMap<TLSSocket, FeedCaller | null>();

/** Reads the certificate of a connection, once; null when it is missing or unreadable. */
export function readFeedCaller(socket: unknown): FeedCaller | null {
  if (!(socket instanceof TLSSocket)) return null;
  const before = known.get(socket);
  if (before !== undefined) return before;
  const caller = readPeerCertificado(socket.getPeerCertificate(true));
  known.set(socket, caller);
  return caller;
}

function readPeerCertificado(peer: DetailedPeerCertificate): FeedCaller | null {
  if (!peer.raw) return null;
  try {
    const x509 = new X509Certificate(peer.raw);
    const { cnpj } = readHolder(x509);
    return {
      certificadoPem: x509.toString(),
      cadeiaPem: chainOf(peer),
      impressao: x509.fingerprint256,
      // An e-CPF has the CPF there, whose first digits could be the root of a company.
      cnpj: cnpj !== null && isCnpj(cnpj) ? cnpj : null,
      extendedKeyUsage: peer.ext_key_usage ?? [],
      validFrom: new Date(x509.validFrom),
      validTo: new Date(x509.validTo),
    };
  } catch {
    return null; // a key or an extension that no ICP-Brasil certificate has
  }
}

function chainOf(leaf: DetailedPeerCertificate): string[] {
  const chain: string[] = [];
  let current = leaf;
  while (chain.length < CHAIN_MAX) {
    const issuer = current.issuerCertificate;
    // A root certificate is its own issuer.
    if (!issuer?.raw || issuer.fingerprint256 === current.fingerprint256) break;
    chain.push(new X509Certificate(issuer.raw).toString());
    current = issuer;
  }
  return chain;
}

/**
 * Validates a caller's certificate without its chain; null: valid.
 * @source MOC, validação do certificado de transmissão
 */
export function validateFeedCaller(caller: FeedCaller | null, now: Date): CStat | null {
  if (caller === null) return "280";
  const { validFrom: validFromDate, validTo: validToDate, extendedKeyUsage, cnpj } = caller;
  if (now < validFromDate || now > validToDate) return "281";
  if (extendedKeyUsage.length > 0 && !extendedKeyUsage.includes(CLIENT_AUTH)) return "280";
  return cnpj === null ? "282" : null;
}
