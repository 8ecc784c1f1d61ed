import { X509Certificate } from "node:crypto";
import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import { readTitular } from "@malote/sefaz";
import { isCnpj } from "@malote/syntax";
import type { Apresentado } from "../../services/feed/find-dono.ts";
import type { CStat } from "./motivos.ts";

/**
 * The caller's client certificate, whose key the handshake proved. cnpj: null for a person's (e-CPF).
 */
export type Transmissor = Apresentado & { cnpj: string | null; usos: readonly string[]; de: Date; ate: Date };

const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
/** Intermediate certificates read from a caller; the caller chooses how many it sends. */
const CADEIA_MAX = 8;

const known = new WeakMap<TLSSocket, Transmissor | null>();

/** Reads the certificate of a connection, once; null when it is missing or unreadable. */
export function readTransmissor(socket: unknown): Transmissor | null {
  if (!(socket instanceof TLSSocket)) return null;
  const before = known.get(socket);
  if (before !== undefined) return before;
  const transmissor = readCertificado(socket.getPeerCertificate(true));
  known.set(socket, transmissor);
  return transmissor;
}

function readCertificado(mostrado: DetailedPeerCertificate): Transmissor | null {
  if (!mostrado.raw) return null;
  try {
    const x509 = new X509Certificate(mostrado.raw);
    const { cnpj } = readTitular(x509);
    return {
      certificadoPem: x509.toString(),
      cadeiaPem: chainOf(mostrado),
      impressao: x509.fingerprint256,
      // An e-CPF has the CPF there, whose first digits could be the root of a company.
      cnpj: cnpj !== null && isCnpj(cnpj) ? cnpj : null,
      usos: mostrado.ext_key_usage ?? [],
      de: new Date(x509.validFrom),
      ate: new Date(x509.validTo),
    };
  } catch {
    return null; // a key or an extension that no ICP-Brasil certificate has
  }
}

function chainOf(folha: DetailedPeerCertificate): string[] {
  const cadeia: string[] = [];
  let atual = folha;
  while (cadeia.length < CADEIA_MAX) {
    const emissor = atual.issuerCertificate;
    // A root certificate is its own issuer.
    if (!emissor?.raw || emissor.fingerprint256 === atual.fingerprint256) break;
    cadeia.push(new X509Certificate(emissor.raw).toString());
    atual = emissor;
  }
  return cadeia;
}

/**
 * Validates a caller's certificate without its chain; null: valid.
 * @source MOC, validação do certificado de transmissão
 */
export function judgeTransmissor(transmissor: Transmissor | null, agora: Date): CStat | null {
  if (transmissor === null) return "280";
  const { de, ate, usos, cnpj } = transmissor;
  if (agora < de || agora > ate) return "281";
  if (usos.length > 0 && !usos.includes(CLIENT_AUTH)) return "280";
  return cnpj === null ? "282" : null;
}
