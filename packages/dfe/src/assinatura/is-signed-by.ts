import { verify } from "node:crypto";
import { canonicalize } from "../xml/c14n.ts";
import type { XmlElement } from "../xml/tree.ts";
import { readCertificado } from "./certificado.ts";

/** What was signed, how, and the signature. */
type Assinada = { hash: string; signedInfo: XmlElement; valor: Buffer };

/** Says whether the key of a certificate made a signature.   @param der of the certificate */
export function isSignedBy(der: Buffer, { hash, signedInfo, valor }: Assinada): boolean {
  const chave = readCertificado(der)?.chave;
  try {
    return chave !== undefined && verify(hash, Buffer.from(canonicalize(signedInfo)), chave, valor);
  } catch {
    return false; // a key with which this OpenSSL does not compute
  }
}
