import { verify } from "node:crypto";
import { canonicalize } from "../xml/c14n.ts";
import type { XmlElement } from "../xml/tree.ts";
import { readCertificado } from "./certificado.ts";

/** The signed data, its hash algorithm and the signature value. */
type SignedData = { hash: string; signedInfo: XmlElement; valor: Buffer };

/** Says whether the key of a certificate made a signature.   @param der the certificate */
export function isSignedBy(der: Buffer, { hash, signedInfo, valor }: SignedData): boolean {
  const chave = readCertificado(der)?.chave;
  try {
    return chave !== undefined && verify(hash, Buffer.from(canonicalize(signedInfo)), chave, valor);
  } catch {
    return false; // OpenSSL does not support the key
  }
}
