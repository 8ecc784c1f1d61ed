import { generateKeyPairSync } from "node:crypto";
import { DAY_MS } from "@malote/syntax";
import forge from "node-forge";
import type { CertificadoA1 } from "../certificado/certificado.ts";

/** An invented certificate with its key. */
export type IssuedCertificate = { chavePem: string; certificadoPem: string };

/** The 1024-bit DH group that old servers used (RFC 2409 §6.2), in a server's format. */
export const DH_1024_BITS = `-----BEGIN DH PARAMETERS-----
MIGHAoGBAP//////////yQ/aoiFowjTExmKLgNwc0SkCTgiKZ8x0Agu+pjsTmyJR
Sgh5jjQE3e+VGbPNOkMbMCsKbfJfFDdP4TVtbVHCReSFtXZiXn7G9ExC6aY37WsL
/1y29Aa37e44a/taiZ+lrp8kEXxLH+ZJKGZR7OZTgf//////////AgEC
-----END DH PARAMETERS-----`;

type Extension = Record<string, unknown>;
type CertificateRequest = {
  cn: string;
  extensions: Extension[];
  issuer?: IssuedCertificate;
  chavePem: string;
};

const YEAR_MS = 365 * DAY_MS;
let serial = 1;

// All holders share one key, because generation is slow; every authority has its own.
const HOLDER_KEY = createKey();

/** An invented authority. */
export function createAuthority(cn: string, issuer?: IssuedCertificate): IssuedCertificate {
  return emit({
    cn,
    extensions: [{ name: "basicConstraints", cA: true, critical: true }],
    issuer,
    chavePem: createKey(),
  });
}

/** A server certificate for 127.0.0.1 and localhost. */
export function createServerCertificate(issuer: IssuedCertificate): IssuedCertificate {
  const altNames = [
    { type: 2, value: "localhost" },
    { type: 7, ip: "127.0.0.1" },
  ];
  return emit({
    cn: "localhost",
    extensions: [{ name: "subjectAltName", altNames }],
    issuer,
    chavePem: HOLDER_KEY,
  });
}

/** An e-CNPJ in the format of ICP-Brasil; without `cnpj` it has no otherName. */
export function createEcnpj(cn: string, issuer: IssuedCertificate, cnpj?: string): IssuedCertificate {
  return emit({ cn, extensions: cnpj ? [altNameOf(cnpj)] : [], issuer, chavePem: HOLDER_KEY });
}

/** The certificate as openCertificado would return it. */
export function asA1(
  { chavePem, certificadoPem }: IssuedCertificate,
  chain: IssuedCertificate[] = [],
): CertificadoA1 {
  const validity = { validoDe: new Date(0), validoAte: new Date(8.64e15) };
  const cadeiaPem = chain.map((ca) => ca.certificadoPem);
  return { chavePem, certificadoPem, cadeiaPem, titular: "MERCADO INVENTADO", cnpj: null, ...validity };
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

function emit({ cn, extensions, issuer, chavePem }: CertificateRequest): IssuedCertificate {
  const key = forge.pki.privateKeyFromPem(chavePem);
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificado.serialNumber = String(serial++).padStart(4, "0");
  certificado.validity.notBefore = new Date(Date.now() - YEAR_MS);
  certificado.validity.notAfter = new Date(Date.now() + YEAR_MS);
  const name = [{ name: "commonName", value: cn, valueTagClass: forge.asn1.Type.UTF8 }];
  certificado.setSubject(name as unknown as forge.pki.CertificateField[]);
  const parent = issuer && forge.pki.certificateFromPem(issuer.certificadoPem);
  certificado.setIssuer(parent?.subject.attributes ?? certificado.subject.attributes);
  certificado.setExtensions(extensions);
  certificado.sign(forge.pki.privateKeyFromPem(issuer?.chavePem ?? chavePem), forge.md.sha256.create());
  return { chavePem, certificadoPem: forge.pki.certificateToPem(certificado) };
}

// node-forge writes an otherName as text, so the extension is built from its parts.
function altNameOf(cnpj: string): Extension {
  const { create, Class, Type, oidToDer, toDer } = forge.asn1;
  const oid = create(Class.UNIVERSAL, Type.OID, false, oidToDer("2.16.76.1.3.3").getBytes());
  const value = create(Class.UNIVERSAL, Type.OCTETSTRING, false, cnpj);
  const otherName = create(Class.CONTEXT_SPECIFIC, 0, true, [
    oid,
    create(Class.CONTEXT_SPECIFIC, 0, true, [value]),
  ]);
  const names = create(Class.UNIVERSAL, Type.SEQUENCE, true, [otherName]);
  return { id: "2.5.29.17", value: toDer(names).getBytes() };
}
