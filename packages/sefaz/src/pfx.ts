import { X509Certificate } from "node:crypto";
import forge from "node-forge";

/** What a .pfx holds: private keys (PEM) and certificates, in the file's order. */
export type PfxLido =
  | { kind: "ok"; chaves: string[]; certificados: X509Certificate[] }
  | { kind: "senha-errada" }
  | { kind: "ilegivel" };

type Asn1 = forge.asn1.Asn1;
type Pfx = forge.pkcs12.Pkcs12Pfx;

const PFX_MAX_BYTES = 256 * 1024;
// Windows writes 2 000 rounds, OpenSSL 2 048, Java 10 000; above this a file is made to keep the process busy.
const RODADAS_MAX = 600_000;
const NIVEIS_MAX = 32;

const { oids } = forge.pki;
const SENHA_ERRADA = { kind: "senha-errada" } as const;
const ILEGIVEL = { kind: "ilegivel" } as const;

/** Opens a PKCS#12 of any age: AES, 3DES or RC2-40, with or without a MAC. It takes up to 0.1 s of the processor.
 * @source RFC 7292; node-forge, because Node's OpenSSL 3 refuses RC2-40 */
export function readPfx(bytes: Uint8Array, senha: string): PfxLido {
  if (bytes.length > PFX_MAX_BYTES) return ILEGIVEL;
  const asn1 = parseBer(Buffer.from(bytes).toString("latin1"));
  if (!asn1 || rodadasOf(asn1, 0) > RODADAS_MAX) return ILEGIVEL;
  const pfx = openWith(asn1, senha);
  return "kind" in pfx ? pfx : readBags(pfx);
}

function parseBer(binario: string): Asn1 | null {
  try {
    return forge.asn1.fromDer(binario, true);
  } catch {
    return null;
  }
}

// @NOTE the MAC takes the password as UTF-16, PBES2 as UTF-8; node-forge gives both the same text. So a password with an accent
// passes the MAC and fails the cipher: then the MAC, already proven, is left out and the cipher gets its UTF-8.
function openWith(asn1: Asn1, senha: string): Pfx | PfxLido {
  const partes = asn1.value;
  if (!Array.isArray(partes)) return ILEGIVEL;
  const temMac = partes.length > 2;
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, true, senha);
  } catch (erro) {
    if (erro instanceof Error && erro.message.includes("MAC could not be verified")) return SENHA_ERRADA;
  }
  try {
    const semMac = { ...asn1, value: partes.slice(0, 2) };
    return forge.pkcs12.pkcs12FromAsn1(semMac, true, forge.util.encodeUtf8(senha));
  } catch {
    return temMac ? ILEGIVEL : SENHA_ERRADA;
  }
}

function readBags(pfx: Pfx): PfxLido {
  const bags = pfx.safeContents.flatMap((conteudo) => conteudo.safeBags);
  const chaves = bags.flatMap((bag) => (bag.key ? [forge.pki.privateKeyToPem(bag.key)] : []));
  const ders = bags
    .filter((bag) => bag.type === oids.certBag)
    .map((bag) => (bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1));
  try {
    const certificados = ders.map(
      (der) => new X509Certificate(Buffer.from(forge.asn1.toDer(der).getBytes(), "latin1")),
    );
    return { kind: "ok", chaves, certificados };
  } catch {
    return ILEGIVEL;
  }
}

/** The most rounds of key derivation that the file asks for, as far as it can be read without the password: everywhere they
 * are the INTEGER after the salt's OCTET STRING (MacData, pkcs-12PbeParams, PBKDF2-params). */
function rodadasOf(no: Asn1, nivel: number): number {
  if (nivel > NIVEIS_MAX) return Number.POSITIVE_INFINITY;
  const filhos = Array.isArray(no.value) ? no.value : embeddedIn(no);
  return filhos.reduce(
    (maior, filho, i) => Math.max(maior, roundsAfterSalt(filhos[i - 1], filho), rodadasOf(filho, nivel + 1)),
    0,
  );
}

function roundsAfterSalt(anterior: Asn1 | undefined, no: Asn1): number {
  const { OCTETSTRING, INTEGER } = forge.asn1.Type;
  if (anterior?.type !== OCTETSTRING || no.type !== INTEGER || typeof no.value !== "string") return 0;
  return Number(`0x${forge.util.bytesToHex(no.value) || "0"}`);
}

function embeddedIn(no: Asn1): Asn1[] {
  if (
    no.type !== forge.asn1.Type.OCTETSTRING ||
    typeof no.value !== "string" ||
    no.value.charCodeAt(0) !== 0x30
  )
    return [];
  const dentro = parseBer(no.value);
  return dentro ? [dentro] : [];
}
