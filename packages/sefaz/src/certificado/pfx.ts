import { X509Certificate } from "node:crypto";
import forge from "node-forge";

/** The content of a .pfx: private keys (PEM) and certificates, in the order of the file. */
export type PfxContent =
  | { kind: "ok"; chaves: string[]; certificados: X509Certificate[] }
  | { kind: "senha-errada" }
  | { kind: "ilegivel" };

type Asn1 = forge.asn1.Asn1;
type Pfx = forge.pkcs12.Pkcs12Pfx;

const PFX_MAX_BYTES = 256 * 1024;
// Windows writes 2 000 iterations, OpenSSL 2 048, Java 10 000; more than this is an attempt to exhaust
// the CPU.
const ITERATIONS_MAX = 600_000;
const LEVELS_MAX = 32;

const { oids } = forge.pki;
const WRONG_PASSWORD = { kind: "senha-errada" } as const;
const UNREADABLE = { kind: "ilegivel" } as const;

/** Opens a PKCS#12 of any age: AES, 3DES or RC2-40, with or without a MAC. Takes up to 0.1 s of CPU.
 * @source RFC 7292; node-forge, because Node's OpenSSL 3 refuses RC2-40 */
export function readPfx(bytes: Uint8Array, password: string): PfxContent {
  if (bytes.length > PFX_MAX_BYTES) return UNREADABLE;
  const asn1 = parseBer(Buffer.from(bytes).toString("latin1"));
  if (!asn1 || iterationsIn(asn1, 0) > ITERATIONS_MAX) return UNREADABLE;
  const pfx = openWith(asn1, password);
  return "kind" in pfx ? pfx : readBags(pfx);
}

function parseBer(binary: string): Asn1 | null {
  try {
    return forge.asn1.fromDer(binary, true);
  } catch {
    return null;
  }
}

// @NOTE the MAC takes the password as UTF-16, PBES2 as UTF-8, but node-forge passes one string to both: a
// password with accents passes the MAC and fails the cipher. The second attempt leaves out the verified
// MAC and passes UTF-8 to the cipher.
function openWith(asn1: Asn1, password: string): Pfx | PfxContent {
  const parts = asn1.value;
  if (!Array.isArray(parts)) return UNREADABLE;
  const hasMac = parts.length > 2;
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, true, password);
  } catch (error) {
    if (error instanceof Error && error.message.includes("MAC could not be verified")) return WRONG_PASSWORD;
  }
  try {
    const withoutMac = { ...asn1, value: parts.slice(0, 2) };
    return forge.pkcs12.pkcs12FromAsn1(withoutMac, true, forge.util.encodeUtf8(password));
  } catch {
    return hasMac ? UNREADABLE : WRONG_PASSWORD;
  }
}

function readBags(pfx: Pfx): PfxContent {
  const bags = pfx.safeContents.flatMap((contents) => contents.safeBags);
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
    return UNREADABLE;
  }
}

/** The highest iteration count in the file, as far as it is readable without the password. The count is
 * always the INTEGER after the salt's OCTET STRING (MacData, pkcs-12PbeParams, PBKDF2-params). */
function iterationsIn(node: Asn1, level: number): number {
  if (level > LEVELS_MAX) return Number.POSITIVE_INFINITY;
  const children = Array.isArray(node.value) ? node.value : embeddedIn(node);
  return children.reduce(
    (highest, child, i) =>
      Math.max(highest, iterationsAfterSalt(children[i - 1], child), iterationsIn(child, level + 1)),
    0,
  );
}

function iterationsAfterSalt(previous: Asn1 | undefined, node: Asn1): number {
  const { OCTETSTRING, INTEGER } = forge.asn1.Type;
  if (previous?.type !== OCTETSTRING || node.type !== INTEGER || typeof node.value !== "string") return 0;
  return Number(`0x${forge.util.bytesToHex(node.value) || "0"}`);
}

function embeddedIn(node: Asn1): Asn1[] {
  if (
    node.type !== forge.asn1.Type.OCTETSTRING ||
    typeof node.value !== "string" ||
    node.value.charCodeAt(0) !== 0x30
  )
    return [];
  const embedded = parseBer(node.value);
  return embedded ? [embedded] : [];
}
