import { generateKeyPairSync } from "node:crypto";
import forge from "node-forge";
import type { CertificadoA1 } from "../certificado.ts";

/** A certificate of the test's own world, with its key. */
export type Emitido = { chavePem: string; certificadoPem: string };

/** The group of 1024 bits that old servers used (RFC 2409 §6.2), as a server takes it. */
export const DH_DE_1024 = `-----BEGIN DH PARAMETERS-----
MIGHAoGBAP//////////yQ/aoiFowjTExmKLgNwc0SkCTgiKZ8x0Agu+pjsTmyJR
Sgh5jjQE3e+VGbPNOkMbMCsKbfJfFDdP4TVtbVHCReSFtXZiXn7G9ExC6aY37WsL
/1y29Aa37e44a/taiZ+lrp8kEXxLH+ZJKGZR7OZTgf//////////AgEC
-----END DH PARAMETERS-----`;

type Extensao = Record<string, unknown>;
type Pedido = { cn: string; extensoes: Extensao[]; emissor?: Emitido; chavePem: string };

const UM_ANO_MS = 365 * 24 * 60 * 60_000;
let serie = 1;

// Every holder has the same key, so that a test file makes few; every authority has its own.
const DO_TITULAR = createChave();

/** An authority that the test invents. */
export function createAutoridade(cn: string, emissor?: Emitido): Emitido {
  return emit({
    cn,
    extensoes: [{ name: "basicConstraints", cA: true, critical: true }],
    emissor,
    chavePem: createChave(),
  });
}

/** A server certificate for 127.0.0.1 and localhost. */
export function createServidor(emissor: Emitido): Emitido {
  const altNames = [
    { type: 2, value: "localhost" },
    { type: 7, ip: "127.0.0.1" },
  ];
  return emit({
    cn: "localhost",
    extensoes: [{ name: "subjectAltName", altNames }],
    emissor,
    chavePem: DO_TITULAR,
  });
}

/** An e-CNPJ in the ICP-Brasil style; without `cnpj` it has no otherName. */
export function createEcnpj(cn: string, emissor: Emitido, cnpj?: string): Emitido {
  return emit({ cn, extensoes: cnpj ? [altNameOf(cnpj)] : [], emissor, chavePem: DO_TITULAR });
}

/** The certificate as openCertificado would have given it. */
export function asA1({ chavePem, certificadoPem }: Emitido, cadeia: Emitido[] = []): CertificadoA1 {
  const validade = { validoDe: new Date(0), validoAte: new Date(8.64e15) };
  const cadeiaPem = cadeia.map((ca) => ca.certificadoPem);
  return { chavePem, certificadoPem, cadeiaPem, titular: "MERCADO INVENTADO", cnpj: null, ...validade };
}

function createChave(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

function emit({ cn, extensoes, emissor, chavePem }: Pedido): Emitido {
  const chave = forge.pki.privateKeyFromPem(chavePem);
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(chave.n, chave.e);
  certificado.serialNumber = String(serie++).padStart(4, "0");
  certificado.validity.notBefore = new Date(Date.now() - UM_ANO_MS);
  certificado.validity.notAfter = new Date(Date.now() + UM_ANO_MS);
  const nome = [{ name: "commonName", value: cn, valueTagClass: forge.asn1.Type.UTF8 }];
  certificado.setSubject(nome as unknown as forge.pki.CertificateField[]);
  const pai = emissor && forge.pki.certificateFromPem(emissor.certificadoPem);
  certificado.setIssuer(pai?.subject.attributes ?? certificado.subject.attributes);
  certificado.setExtensions(extensoes);
  certificado.sign(forge.pki.privateKeyFromPem(emissor?.chavePem ?? chavePem), forge.md.sha256.create());
  return { chavePem, certificadoPem: forge.pki.certificateToPem(certificado) };
}

// node-forge writes an otherName as if it were text, so the extension is built from its parts.
function altNameOf(cnpj: string): Extensao {
  const { create, Class, Type, oidToDer, toDer } = forge.asn1;
  const oid = create(Class.UNIVERSAL, Type.OID, false, oidToDer("2.16.76.1.3.3").getBytes());
  const valor = create(Class.UNIVERSAL, Type.OCTETSTRING, false, cnpj);
  const otherName = create(Class.CONTEXT_SPECIFIC, 0, true, [
    oid,
    create(Class.CONTEXT_SPECIFIC, 0, true, [valor]),
  ]);
  const nomes = create(Class.UNIVERSAL, Type.SEQUENCE, true, [otherName]);
  return { id: "2.5.29.17", value: toDer(nomes).getBytes() };
}
