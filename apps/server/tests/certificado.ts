import { generateKeyPairSync, sign } from "node:crypto";
import type { Envelope } from "@malote/contract";
import forge from "node-forge";
import type { Pessoa, Wire } from "./wire.ts";

const DIA_MS = 86_400_000;
export const SENHA = "Malote123";

/** One key for every certificate of the tests: key generation is the slow part. */
const CHAVE_PEM = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();
const CHAVE = forge.pki.privateKeyFromPem(CHAVE_PEM);

/** A certificate file to make. cnpj null: of a person. dias: until it expires, from now. */
export type PfxPedido = {
  cnpj: string | null;
  titular?: string;
  senha?: string;
  de?: number;
  dias?: number;
  algoritmo?: "3des" | "aes256";
  agora?: Date;
};

/** The authority that signs the certificates made here. */
export const RAIZ = makeCertificado({ cn: "AC Inventada", de: -1_000, dias: 9_000, isRaiz: true });

/** An e-CNPJ A1 of an invented company, as a .pfx. */
export function makePfx({
  cnpj,
  titular = "PADARIA AURORA LTDA",
  senha = SENHA,
  de = -10,
  dias = 300,
  algoritmo = "aes256",
  agora,
}: PfxPedido): Buffer {
  const cn = `${titular}:${cnpj ?? "52998224725"}`;
  const folha = makeCertificado({ cn, de, dias, isRaiz: false, ...(agora === undefined ? {} : { agora }) });
  const asn1 = forge.pkcs12.toPkcs12Asn1(CHAVE, [folha], senha, { algorithm: algoritmo });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}

function makeCertificado({
  cn,
  de,
  dias,
  isRaiz,
  agora = new Date(),
}: {
  cn: string;
  de: number;
  dias: number;
  isRaiz: boolean;
  agora?: Date;
}) {
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(CHAVE.n, CHAVE.e);
  certificado.serialNumber = String(Math.floor(Math.random() * 1e9)).padStart(10, "0");
  certificado.validity.notBefore = new Date(agora.getTime() + de * DIA_MS);
  certificado.validity.notAfter = new Date(agora.getTime() + dias * DIA_MS);
  certificado.setSubject([{ name: "commonName", value: cn }]);
  certificado.setIssuer([{ name: "commonName", value: "AC Inventada" }]);
  if (isRaiz) certificado.setExtensions([{ name: "basicConstraints", cA: true, critical: true }]);
  signCertificado(certificado);
  return certificado;
}

/** Signs with Node's crypto: that of node-forge takes a hundred times as long. It needs a digest
 * and a key for nothing else. */
function signCertificado(certificado: forge.pki.Certificate): void {
  let signed = "";
  const md = { algorithm: "sha256", update: (bytes: string) => (signed = bytes) };
  const key = { sign: () => sign("sha256", Buffer.from(signed, "latin1"), CHAVE_PEM).toString("latin1") };
  certificado.sign(key as never, md as never);
}

/** The fields of the upload; a null field is omitted. */
export type Envio = { empresaId?: string | null; certSenha?: string | null; pfx?: Uint8Array | null };

/** Uploads a certificate as the screen does. */
export async function sendPfx(wire: Wire, quem: Pessoa | null, envio: Envio): Promise<Envelope> {
  return (await (await postPfx(wire, quem, envio)).json()) as Envelope;
}

export async function postPfx(
  wire: Wire,
  quem: Pessoa | null,
  { empresaId = null, certSenha = SENHA, pfx = null }: Envio,
): Promise<Response> {
  const body = new FormData();
  if (empresaId !== null) body.set("empresaId", empresaId);
  if (certSenha !== null) body.set("certSenha", certSenha);
  if (pfx !== null) body.set("arquivo", new Blob([new Uint8Array(pfx)]), "certificado.pfx");
  return await fetch(`${wire.server.url}/Services/certif`, {
    method: "POST",
    headers: quem === null ? {} : { authorization: `Bearer ${quem.token}` },
    body,
  });
}
