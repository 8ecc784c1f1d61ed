import { generateKeyPairSync, sign } from "node:crypto";
import type { Envelope } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import forge from "node-forge";
import type { SignedInUser, Wire } from "./wire.ts";

export const PFX_SENHA = "Malote123";

/** One key for every certificate of the tests: key generation is the slow part. */
const KEY_PEM = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();
const PRIVATE_KEY = forge.pki.privateKeyFromPem(KEY_PEM);

/** A certificate file to make. cnpj null: of a person. dias: until it expires, from now. */
export type PfxOptions = {
  cnpj: string | null;
  titular?: string;
  senha?: string;
  de?: number;
  dias?: number;
  algoritmo?: "3des" | "aes256";
  now?: Date;
};

/** The authority that signs the certificates made here. */
export const ROOT_CA = makeCertificado({ cn: "AC Inventada", de: -1_000, dias: 9_000, isRoot: true });

/** An e-CNPJ A1 of an invented company, as a .pfx. */
export function makePfx({
  cnpj,
  titular = "PADARIA AURORA LTDA",
  senha = PFX_SENHA,
  de = -10,
  dias = 300,
  algoritmo = "aes256",
  now,
}: PfxOptions): Buffer {
  const cn = `${titular}:${cnpj ?? "52998224725"}`;
  const leaf = makeCertificado({ cn, de, dias, isRoot: false, ...(now === undefined ? {} : { now }) });
  const asn1 = forge.pkcs12.toPkcs12Asn1(PRIVATE_KEY, [leaf], senha, { algorithm: algoritmo });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}

function makeCertificado({
  cn,
  de,
  dias,
  isRoot,
  now = new Date(),
}: {
  cn: string;
  de: number;
  dias: number;
  isRoot: boolean;
  now?: Date;
}) {
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(PRIVATE_KEY.n, PRIVATE_KEY.e);
  certificado.serialNumber = String(Math.floor(Math.random() * 1e9)).padStart(10, "0");
  certificado.validity.notBefore = new Date(now.getTime() + de * DAY_MS);
  certificado.validity.notAfter = new Date(now.getTime() + dias * DAY_MS);
  certificado.setSubject([{ name: "commonName", value: cn }]);
  certificado.setIssuer([{ name: "commonName", value: "AC Inventada" }]);
  if (isRoot) certificado.setExtensions([{ name: "basicConstraints", cA: true, critical: true }]);
  signCertificado(certificado);
  return certificado;
}

/** Signs with Node's crypto: that of node-forge takes a hundred times as long. It needs a digest
 * and a key for nothing else. */
function signCertificado(certificado: forge.pki.Certificate): void {
  let signed = "";
  const md = { algorithm: "sha256", update: (bytes: string) => (signed = bytes) };
  const key = { sign: () => sign("sha256", Buffer.from(signed, "latin1"), KEY_PEM).toString("latin1") };
  certificado.sign(key as never, md as never);
}

/** The fields of the upload; a null field is omitted. */
export type UploadFields = { empresaId?: string | null; certSenha?: string | null; pfx?: Uint8Array | null };

/** Uploads a certificate as the screen does. */
export async function sendPfx(
  wire: Wire,
  user: SignedInUser | null,
  fields: UploadFields,
): Promise<Envelope> {
  return (await (await postPfx(wire, user, fields)).json()) as Envelope;
}

export async function postPfx(
  wire: Wire,
  user: SignedInUser | null,
  { empresaId = null, certSenha = PFX_SENHA, pfx = null }: UploadFields,
): Promise<Response> {
  const body = new FormData();
  if (empresaId !== null) body.set("empresaId", empresaId);
  if (certSenha !== null) body.set("certSenha", certSenha);
  if (pfx !== null) body.set("arquivo", new Blob([new Uint8Array(pfx)]), "certificado.pfx");
  return await fetch(`${wire.server.url}/Services/certif`, {
    method: "POST",
    headers: user === null ? {} : { authorization: `Bearer ${user.token}` },
    body,
  });
}
