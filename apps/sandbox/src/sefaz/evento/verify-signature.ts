import { execFile, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { CStat } from "../motivos.ts";
import { readTransmissor } from "../read-transmissor.ts";
import type { Elemento } from "../read-xml.ts";
import type { ParsedEvento } from "./parsed-evento.ts";

/**
 * Result of a signature check. `conferida` is false when no library was available to compute it.
 */
export type SignatureCheck = { cStat: CStat | null; conferida: boolean; titular: string | null };

/** Verifies the signature of an event without the code of the product. */
export type SignatureVerifier = (evento: ParsedEvento, now: Date) => Promise<SignatureCheck>;

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const TRANSFORMS = [`${DSIG}enveloped-signature`, C14N].sort().join(" ");
const run = promisify(execFile);

let xmlsec: boolean | null = null;

/** Whether xmlsec1, an independent implementation in C, is installed. */
export function hasXmlsec(): boolean {
  xmlsec ??= spawnSync("xmlsec1", ["--version"]).status === 0;
  return xmlsec;
}

/**
 * @param authoritiesPem the CAs that may have issued the signer's certificate
 * @param isXmlsecHere whether xmlsec1 is available; without it the signature value is not verified
 */
export function createSignatureVerifier(
  authoritiesPem: readonly string[],
  isXmlsecHere: () => boolean = hasXmlsec,
): SignatureVerifier {
  const authorities = authoritiesPem.map((pem) => new X509Certificate(pem));
  let warned = false;
  return async (evento, now) => {
    const certificado = readCertificado(evento);
    if (certificado === null) return { cStat: "298", conferida: true, titular: null };
    const titular = readTransmissor(certificado.raw);
    const fault = judgeCertificado(certificado, { authorities, titular, now });
    if (fault) return { cStat: fault, conferida: true, titular };
    if (!isXmlsecHere()) {
      if (!warned) process.stderr.write("Sandbox: sem xmlsec1, a assinatura dos eventos não é conferida.\n");
      warned = true;
      return { cStat: null, conferida: false, titular };
    }
    return { cStat: (await verify(evento.xml)) ? null : "297", conferida: true, titular };
  };
}

/**
 * The only certificate of a signature in the form that SEFAZ accepts; null for any other form.
 * @source MOC Visão Geral, padrão de assinatura digital
 */
function readCertificado({ assinatura, id }: ParsedEvento): X509Certificate | null {
  const [signedInfo, value, keyInfo, ...others] = assinatura?.filhos ?? [];
  if (!isNamed(signedInfo, "SignedInfo") || !isNamed(value, "SignatureValue") || !isNamed(keyInfo, "KeyInfo"))
    return null;
  if (others.length > 0 || !isSignedInfo(signedInfo, id)) return null;
  const [x509Data, ...otherKeys] = keyInfo.filhos;
  const [certificado, ...otherCertificates] = x509Data?.filhos ?? [];
  if (otherKeys.length > 0 || otherCertificates.length > 0 || !isNamed(certificado, "X509Certificate"))
    return null;
  try {
    return new X509Certificate(Buffer.from(certificado.texto, "base64"));
  } catch {
    return null;
  }
}

function isNamed(elemento: Elemento | undefined, nome: string): elemento is Elemento {
  return elemento?.nome === nome && elemento.namespace === DSIG;
}

function isSignedInfo({ filhos }: Elemento, id: string): boolean {
  const [canonicalization, method, reference, ...others] = filhos;
  const [transforms, digestMethod] = reference?.filhos ?? [];
  const used = (transforms?.filhos ?? []).map(({ atributos }) => atributos.Algorithm ?? "");
  return (
    others.length === 0 &&
    canonicalization?.atributos.Algorithm === C14N &&
    method?.atributos.Algorithm === `${DSIG}rsa-sha1` &&
    reference?.atributos.URI === `#${id}` &&
    used.sort().join(" ") === TRANSFORMS &&
    digestMethod?.atributos.Algorithm === `${DSIG}sha1`
  );
}

type CheckInput = { authorities: readonly X509Certificate[]; titular: string | null; now: Date };

function judgeCertificado(
  certificado: X509Certificate,
  { authorities, titular, now }: CheckInput,
): CStat | null {
  const issued = authorities.some((ca) => certificado.checkIssued(ca) && certificado.verify(ca.publicKey));
  if (!issued) return "293";
  const nowMs = now.getTime();
  if (nowMs < Date.parse(certificado.validFrom) || nowMs > Date.parse(certificado.validTo)) return "291";
  return titular === null ? "292" : null;
}

/** xmlsec1 checks only the key; the chain of the certificate is checked above. */
async function verify(xml: string): Promise<boolean> {
  const dir = await mkdtemp(path.join(tmpdir(), "malote-evento-"));
  const file = path.join(dir, "evento.xml");
  const options = ["--verify", "--insecure", "--id-attr:Id", "infEvento", "--enabled-key-data", "x509"];
  try {
    await writeFile(file, xml, { mode: 0o600 });
    await run("xmlsec1", [...options, file]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
