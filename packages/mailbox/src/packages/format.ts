/** Formats of parts that need more than reading as a plain file. */
export const FORMATS = [
  "zip",
  "gzip",
  "tnef",
  "assinado",
  "mensagem",
  "texto",
  "resgate",
  "rar",
  "7z",
  "tar",
  "cab",
  "xz",
  "bzip2",
  "zstd",
  "msg",
  "pgp",
] as const;
export type PartFormat = (typeof FORMATS)[number];

/** Local file header, or the end record of an empty archive. */
const ZIP_START = Buffer.from("PK\x03\x04", "latin1");
const ZIP_END = Buffer.from("PK\x05\x06", "latin1");

/** Greatest distance of the end record from the end: its 22 bytes and the longest comment. */
const ZIP_END_MAX_BYTES = 22 + 65_535;

/** Signatures of formats that are recognized but not opened. */
const UNSUPPORTED: readonly (readonly [PartFormat, Buffer])[] = [
  ["rar", Buffer.from("Rar!\x1a\x07", "latin1")],
  ["7z", Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")],
  ["cab", Buffer.from("MSCF\0\0\0\0", "latin1")],
  ["xz", Buffer.from("\xfd7zXZ\0", "latin1")],
  ["bzip2", Buffer.from("BZh91AY&SY", "latin1")],
  ["zstd", Buffer.from("\x28\xb5\x2f\xfd", "latin1")],
  ["pgp", Buffer.from("-----BEGIN PGP MESSAGE-----", "latin1")],
];

const GZIP = Buffer.from("\x1f\x8b\x08", "latin1");
const TNEF = Buffer.from([0x78, 0x9f, 0x3e, 0x22]);
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Offset of the `ustar` mark in a tar header, and the end of the header. */
const TAR_MARK_AT = 257;
const TAR_HEADER_END = 512;

/** Mail header fields; a message saved as a file has at least three of them at its start. */
const HEADER_FIELD =
  /^(from|to|cc|date|subject|message-id|received|return-path|mime-version|content-type|delivered-to|reply-to|dkim-signature):/i;
const HEADER_BYTES = 4096;
const MESSAGE_TYPES: ReadonlySet<string> = new Set(["message/rfc822", "message/global"]);

/**
 * Detects the format of a part from its bytes; name and type decide only ambiguous cases. Null for
 * a plain file.
 */
export function detectFormat(
  bytes: Buffer,
  { nome, tipo }: { nome: string | null; tipo: string },
): PartFormat | null {
  if (isZip(bytes, nome ?? "")) return "zip";
  if (startsWith(bytes, GZIP)) return "gzip";
  if (startsWith(bytes, TNEF)) return "tnef";
  if (isCms(bytes)) return "assinado";
  for (const [formato, magic] of UNSUPPORTED) if (startsWith(bytes, magic)) return formato;
  if (isTar(bytes)) return "tar";
  if (startsWith(bytes, OLE) && /\.msg$/i.test(nome ?? "")) return "msg";
  if (MESSAGE_TYPES.has(tipo) || (tipo !== "text/rfc822-headers" && isMessage(bytes, nome ?? "")))
    return "mensagem";
  return null;
}

/** Whether the bytes are a known container, opened or not. */
export function isContainer(bytes: Buffer): boolean {
  const formato = detectFormat(bytes, { nome: null, tipo: "" });
  if (formato === null || formato === "mensagem" || formato === "tar") return false;
  return formato !== "zip" || isWholeZip(bytes);
}

/** Whether the bytes are a ZIP with its end record. */
export function isWholeZip(bytes: Buffer): boolean {
  return startsWith(bytes, ZIP_START) && bytes.subarray(-ZIP_END_MAX_BYTES).includes(ZIP_END);
}

function isZip(bytes: Buffer, nome: string): boolean {
  if (startsWith(bytes, ZIP_START) || startsWith(bytes, ZIP_END)) return true;
  // bytes may precede the archive (self-extracting, or pasted): accepted only if the name says archive
  return /\.(?:zip|exe)$/i.test(nome) && bytes.subarray(-ZIP_END_MAX_BYTES).includes(ZIP_END);
}

/**
 * A SEQUENCE that begins with a PKCS #7 OID, in DER, BER or PEM.   @source RFC 5652 §3, RFC 7468 §9
 */
function isCms(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30) return /^-----BEGIN (?:PKCS7|CMS)-----/.test(bytes.toString("latin1", 0, 24));
  const head = bytes.subarray(1, 24);
  return head.includes(OID_PKCS7) || head.includes(OID_SMIME_CT);
}

const OID_PKCS7 = Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]);
const OID_SMIME_CT = Buffer.from([0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01]);

/**
 * The rest of a tar header is padded with NUL; a text with "ustar" at that offset has none.
 * @source POSIX.1-2017, ustar
 */
function isTar(bytes: Buffer): boolean {
  const rest = bytes.subarray(TAR_MARK_AT, TAR_HEADER_END);
  return rest.toString("latin1", 0, 5) === "ustar" && rest.includes(0);
}

function isMessage(bytes: Buffer, nome: string): boolean {
  const head = bytes.toString("latin1", 0, HEADER_BYTES);
  if (!/^(?:>?From |[\w-]{2,40}:)/.test(head)) return false;
  const lines = (/^[\s\S]*?(?=\r?\n\r?\n|$)/.exec(head)?.[0] ?? "").split(/\r?\n/);
  const known = new Set(lines.map((line) => HEADER_FIELD.exec(line)?.[1]?.toLowerCase()).filter(Boolean));
  return known.size >= (/\.eml$/i.test(nome) ? 1 : 3);
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
