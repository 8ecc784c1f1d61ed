import { constants, generateKeyPair, privateEncrypt, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { DAY_MS } from "@malote/syntax";
import forge from "node-forge";
import { encryptRc2 } from "./legacy-pfx.ts";

/** Certificates in the ICP-Brasil format, issued by a test CA. Loaded only when one must be issued. */
export type CertificateKeyPair = { chavePem: string; certificadoPem: string };

export type CertificateHolder = {
  /** CNPJ; for a produtor rural the CPF, which makes the certificate an e-CPF. */
  cnpj: string;
  nome: string;
  email: string;
  municipio: string;
  uf: string;
  responsavel: { nome: string; cpf: string; nascimento: string };
};

const ORGANIZATION = "ICP-Brasil de Teste Malote";
const KEY_BITS = 2048;
/** Start of validity, early enough for documents that scenarios date in the past. */
const BACKDATED_MS = 400 * DAY_MS;
const CA_VALID_MS = 12 * 365 * DAY_MS;
const CPF_LENGTH = 11;
const LEAF_VALID_MS = 3 * 365 * DAY_MS;

/** otherName types of the e-CNPJ and of the e-CPF.   @source DOC-ICP-04, item 7.1.2.3 */
const OID_DADOS_TITULAR = "2.16.76.1.3.1";
const OID_INSS_TITULAR = "2.16.76.1.3.6";
const OID_DADOS_RESPONSAVEL = "2.16.76.1.3.4";
const OID_NOME_RESPONSAVEL = "2.16.76.1.3.2";
const OID_CNPJ = "2.16.76.1.3.3";
const OID_INSS = "2.16.76.1.3.7";
const OID_SUBJECT_ALT_NAME = "2.5.29.17";

type CertificateExtension = Record<string, unknown>;
type IssueOptions = {
  chavePem: string;
  subject: forge.pki.CertificateField[];
  extensions: CertificateExtension[];
  validoMs: number;
};

const newKeyPair = promisify(generateKeyPair);

/** Generates an RSA-2048 private key, PKCS#8 PEM. */
export async function makeKey(): Promise<string> {
  const { privateKey } = await newKeyPair("rsa", { modulusLength: KEY_BITS });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

export function makeRootCa(chavePem: string, now: Date): CertificateKeyPair {
  const subject = subjectOf(["commonName", "AC Raiz Malote de Teste"]);
  const options = { chavePem, subject, extensions: caExtensions(), validoMs: CA_VALID_MS };
  return { chavePem, certificadoPem: issue(options, null, now) };
}

export function makeIntermediateCa(
  chavePem: string,
  raiz: CertificateKeyPair,
  now: Date,
): CertificateKeyPair {
  const subject = subjectOf(
    ["organizationalUnitName", "AC Raiz Malote de Teste"],
    ["commonName", "AC Malote RFB de Teste"],
  );
  const options = { chavePem, subject, extensions: caExtensions(0), validoMs: CA_VALID_MS };
  return { chavePem, certificadoPem: issue(options, raiz, now) };
}

/** Deviations of a certificate from the usual e-CNPJ. */
export type CertificateVariant = {
  /** Time from now to expiry; negative for an expired certificate. Three years by default. */
  validoMs?: number;
  /** Contains neither CNPJ nor CPF. */
  semDocumento?: boolean;
  /** Its key usage is for servers, not for clients. */
  deServidor?: boolean;
};

type EcnpjOptions = { chavePem: string; titular: CertificateHolder; emissor: CertificateKeyPair; now: Date };

/** Issues an e-CNPJ A1: CN "NOME:CNPJ" and the CNPJ in otherName 2.16.76.1.3.3. For a CPF, issues an
 * e-CPF A1, with the CPF in otherName 2.16.76.1.3.1. */
export function makeEcnpj(
  { chavePem, titular, emissor: issuerKeys, now }: EcnpjOptions,
  o: CertificateVariant = {},
): CertificateKeyPair {
  const isCpf = titular.cnpj.length === CPF_LENGTH;
  const subject = subjectOf(
    ["stateOrProvinceName", titular.uf],
    ["localityName", asciiOf(titular.municipio)],
    ["organizationalUnitName", "AC Malote RFB de Teste"],
    ["organizationalUnitName", isCpf ? "RFB e-CPF A1" : "RFB e-CNPJ A1"],
    ["commonName", `${asciiOf(titular.nome).slice(0, 49)}${o.semDocumento ? "" : `:${titular.cnpj}`}`],
  );
  const keyUsage: Record<string, boolean> = o.deServidor
    ? { serverAuth: true }
    : { clientAuth: true, emailProtection: true };
  const value = isCpf ? ecpfAltName(titular) : ecnpjAltName(titular);
  const altName = { id: OID_SUBJECT_ALT_NAME, critical: false, value };
  const extensions = [...leafExtensions(keyUsage), ...(o.semDocumento ? [] : [altName])];
  const validoMs = o.validoMs ?? LEAF_VALID_MS;
  return { chavePem, certificadoPem: issue({ chavePem, subject, extensions, validoMs }, issuerKeys, now) };
}

/** Issues the TLS certificate of the simulators, for 127.0.0.1 and localhost only. */
export function makeServerCertificate(
  chavePem: string,
  issuerKeys: CertificateKeyPair,
  now: Date,
): CertificateKeyPair {
  const extensions = [
    ...leafExtensions({ serverAuth: true }),
    {
      name: "subjectAltName",
      altNames: [
        { type: 2, value: "localhost" },
        { type: 7, ip: "127.0.0.1" },
      ],
    },
  ];
  const subject = subjectOf(["commonName", "localhost"]);
  return {
    chavePem,
    certificadoPem: issue({ chavePem, subject, extensions, validoMs: LEAF_VALID_MS }, issuerKeys, now),
  };
}

/** Encryption of a PKCS#12: current, older (3DES), or so old that OpenSSL 3 cannot open it (RC2-40). */
export type PfxCipher = "aes256" | "3des" | "rc2-40";

/** Writes a PKCS#12 with key, certificate and chain.   @param o.semChave omits the key */
export function makePfx(
  { chavePem, certificadoPem }: CertificateKeyPair,
  chainPem: readonly string[],
  o: { senha: string; cifra?: PfxCipher; semChave?: boolean },
): Buffer {
  const { senha, cifra = "aes256" } = o;
  const chain = [certificadoPem, ...chainPem].map((pem) => forge.pki.certificateFromPem(pem));
  const key = o.semChave ? null : forge.pki.privateKeyFromPem(chavePem);
  const algorithm = cifra === "rc2-40" ? "3des" : cifra;
  const friendlyName = "e-CNPJ de teste";
  const asn1 = forge.pkcs12.toPkcs12Asn1(key, chain, senha, { algorithm, friendlyName });
  const sealed = cifra === "rc2-40" ? encryptRc2(asn1, senha) : asn1;
  return Buffer.from(forge.asn1.toDer(sealed).getBytes(), "latin1");
}

function issue(options: IssueOptions, issuerKeys: CertificateKeyPair | null, now: Date): string {
  const key = forge.pki.privateKeyFromPem(options.chavePem);
  const issuer = issuerKeys && forge.pki.certificateFromPem(issuerKeys.certificadoPem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(now.getTime() - BACKDATED_MS);
  certificate.validity.notAfter = new Date(now.getTime() + options.validoMs);
  certificate.setSubject(options.subject);
  certificate.setIssuer(issuer ? issuer.subject.attributes : options.subject);
  certificate.setExtensions([...options.extensions, ...keyIdentifiers(issuer)]);
  signCertificate(certificate, issuerKeys?.chavePem ?? options.chavePem);
  return forge.pki.certificateToPem(certificate);
}

/** Signs with SHA-256 by the crypto module of Node: node-forge takes a hundred times as long. */
export function signCertificate(certificate: forge.pki.Certificate, chavePem: string): void {
  const sign = (digest: forge.md.MessageDigest): string => {
    const digestInfo = Buffer.concat([SHA256_INFO, Buffer.from(digest.digest().getBytes(), "latin1")]);
    return privateEncrypt({ key: chavePem, padding: constants.RSA_PKCS1_PADDING }, digestInfo).toString(
      "latin1",
    );
  };
  // node-forge calls no other method of the key.
  certificate.sign({ sign } as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
}

/** DER prefix of the digest in a signature.   @source RFC 8017 §9.2, note 1 */
const SHA256_INFO = Buffer.from("3031300d060960864801650304020105000420", "hex");

function subjectOf(...fields: [name: string, value: string][]): forge.pki.CertificateField[] {
  const all: [string, string][] = [["countryName", "BR"], ["organizationName", ORGANIZATION], ...fields];
  return all.map(([name, value]) => ({ name, value }));
}

function caExtensions(pathLenConstraint?: number): CertificateExtension[] {
  const limit = pathLenConstraint === undefined ? {} : { pathLenConstraint };
  return [
    { name: "basicConstraints", critical: true, cA: true, ...limit },
    { name: "keyUsage", critical: true, keyCertSign: true, cRLSign: true },
  ];
}

function leafExtensions(usage: Record<string, boolean>): CertificateExtension[] {
  return [
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, nonRepudiation: true, keyEncipherment: true },
    { name: "extKeyUsage", ...usage },
  ];
}

function keyIdentifiers(issuer: forge.pki.Certificate | null): CertificateExtension[] {
  const own: CertificateExtension = { name: "subjectKeyIdentifier" };
  if (!issuer) return [own];
  const keyIdentifier = issuer.generateSubjectKeyIdentifier().getBytes();
  return [own, { name: "authorityKeyIdentifier", keyIdentifier }];
}

function ecnpjAltName(titular: CertificateHolder): forge.asn1.Asn1 {
  const { nome, cpf, nascimento } = titular.responsavel;
  return sequence([
    otherName(OID_DADOS_RESPONSAVEL, dadosOf(nascimento, cpf)),
    otherName(OID_NOME_RESPONSAVEL, nome),
    otherName(OID_CNPJ, titular.cnpj),
    otherName(OID_INSS, "0".repeat(12)),
    forge.asn1.create(forge.asn1.Class.CONTEXT_SPECIFIC, 1, false, titular.email),
  ]);
}

function ecpfAltName(titular: CertificateHolder): forge.asn1.Asn1 {
  return sequence([
    otherName(OID_DADOS_TITULAR, dadosOf(titular.responsavel.nascimento, titular.cnpj)),
    otherName(OID_INSS_TITULAR, "0".repeat(12)),
    forge.asn1.create(forge.asn1.Class.CONTEXT_SPECIFIC, 1, false, titular.email),
  ]);
}

/** Birth date and CPF; the layout fills the unknown PIS, RG and RG issuer with zeros. */
function dadosOf(nascimento: string, cpf: string): string {
  return `${nascimento}${cpf}${"0".repeat(11)}${"0".repeat(15)}`;
}

function otherName(oid: string, text: string): forge.asn1.Asn1 {
  const { Class, Type, create, oidToDer } = forge.asn1;
  return create(Class.CONTEXT_SPECIFIC, 0, true, [
    create(Class.UNIVERSAL, Type.OID, false, oidToDer(oid).getBytes()),
    create(Class.CONTEXT_SPECIFIC, 0, true, [create(Class.UNIVERSAL, Type.PRINTABLESTRING, false, text)]),
  ]);
}

function sequence(values: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, values);
}

function asciiOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^ -~]/g, "")
    .toUpperCase();
}
