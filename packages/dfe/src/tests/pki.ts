import { createPublicKey, generateKeyPairSync } from "node:crypto";
import forge from "node-forge";

/** An invented certificate with its key; `der` is base64 for X509Certificate. */
export type Credential = { chavePem: string; certificadoPem: string; der: string; nome: string };

type Holder = {
  nome: string;
  cnpj?: string;
  cpf?: string;
  emissor?: Credential;
  ca?: boolean;
  de?: string;
  ate?: string;
  /** A public exponent other than 65537; 1 has no private
   * key: only the certificate has it, over an ordinary key. */
  expoente?: number;
  /** Key length: 2048 as in real certificates; 1024 is fast to generate. */
  bits?: 512 | 1024 | 2048;
  /** Maximum authorities below this one. */
  caminho?: number;
  /** An authority whose keyUsage lacks keyCertSign. */
  semCertSign?: boolean;
  /** What the keyUsage allows; absent by default. */
  uso?: "assinar" | "cifrar";
};

const { asn1, pki } = forge;
const keys = new Map<string, { privatePem: string; publicPem: string }>();
let serial = 0;

/** Makes a certificate in ICP-Brasil style; equal names share a key, since key generation is slow. */
export function makeCredential(holder: Holder): Credential {
  const { privatePem, publicPem } = keyOf(holder);
  const certificate = pki.createCertificate();
  const publicKey = pki.publicKeyFromPem(publicPem);
  certificate.publicKey =
    holder.expoente === 1 ? pki.setRsaPublicKey(publicKey.n, new forge.jsbn.BigInteger("1")) : publicKey;
  serial += 1;
  certificate.serialNumber = serial.toString(16).padStart(4, "0");
  certificate.validity.notBefore = new Date(holder.de ?? "2025-01-01T00:00:00Z");
  certificate.validity.notAfter = new Date(holder.ate ?? "2028-01-01T00:00:00Z");
  certificate.setSubject([{ name: "commonName", value: holder.nome }]);
  certificate.setIssuer([{ name: "commonName", value: holder.emissor?.nome ?? holder.nome }]);
  certificate.setExtensions([
    {
      name: "basicConstraints",
      cA: holder.ca ?? false,
      critical: true,
      ...(holder.caminho === undefined ? {} : { pathLenConstraint: holder.caminho }),
    },
    ...(holder.ca
      ? [{ name: "keyUsage", keyCertSign: !holder.semCertSign, cRLSign: true, critical: true }]
      : []),
    ...(holder.uso === "assinar" ? [{ name: "keyUsage", nonRepudiation: true, critical: true }] : []),
    ...(holder.uso === "cifrar" ? [{ name: "keyUsage", keyEncipherment: true, critical: true }] : []),
    ...otherNames(holder),
  ]);
  const issuerKey = pki.privateKeyFromPem(holder.emissor?.chavePem ?? privatePem);
  certificate.sign(issuerKey, forge.md.sha256.create());
  const der = forge.util.encode64(asn1.toDer(pki.certificateToAsn1(certificate)).getBytes());
  return { chavePem: privatePem, certificadoPem: pki.certificateToPem(certificate), der, nome: holder.nome };
}

function keyOf({ nome, expoente = 65_537, bits = 2048 }: Holder): { privatePem: string; publicPem: string } {
  const known = keys.get(nome);
  if (known) return known;
  const publicExponent = expoente === 1 ? 65_537 : expoente;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits, publicExponent });
  const made = {
    privatePem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    publicPem: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
  };
  keys.set(nome, made);
  return made;
}

/** subjectAltName with the otherNames of DOC-ICP-04, which forge does not support by name. */
function otherNames({ cnpj, cpf }: Holder): object[] {
  const names = [
    ...(cnpj ? [otherName("2.16.76.1.3.3", cnpj), otherName("2.16.76.1.3.2", "FULANO DE TAL")] : []),
    ...(cpf ? [otherName("2.16.76.1.3.1", `01011980${cpf}00000000000000000000000000SSPSP`)] : []),
  ];
  if (names.length === 0) return [];
  const list = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, names);
  return [{ id: "2.5.29.17", value: asn1.toDer(list).getBytes() }];
}

function otherName(oid: string, text: string): forge.asn1.Asn1 {
  const id = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid).getBytes());
  const octets = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, text);
  const value = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [octets]);
  return asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [id, value]);
}
