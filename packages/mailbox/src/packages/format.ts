/** What a part is by its bytes, where that asks for more than reading it as a file. */
export const FORMATOS = [
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
export type Formato = (typeof FORMATOS)[number];

/** Local file header, or the end record of an empty package. */
const ZIP_INICIO = Buffer.from("PK\x03\x04", "latin1");
const ZIP_FIM = Buffer.from("PK\x05\x06", "latin1");

/** How far from the end the end record can be: its 22 bytes and the longest comment. */
const FIM_MAX_BYTES = 22 + 65_535;

/** First bytes of what is not opened here. */
const FECHADOS: readonly (readonly [Formato, Buffer])[] = [
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
/** Where a header of tar says so, and where it ends. */
const TAR_EM = 257;
const TAR_FIM = 512;

/** Headers of which a forwarded message saved as a file has at least three at its top. */
const CABECALHO =
  /^(from|to|cc|date|subject|message-id|received|return-path|mime-version|content-type|delivered-to|reply-to|dkim-signature):/i;
const CABECALHO_BYTES = 4096;
const MENSAGENS: ReadonlySet<string> = new Set(["message/rfc822", "message/global"]);

/** Tells by the bytes what a part is, its name and type only where bytes alone cannot decide; null for a plain file. */
export function sniffFormato(
  bytes: Buffer,
  { nome, tipo }: { nome: string | null; tipo: string },
): Formato | null {
  if (isZip(bytes, nome ?? "")) return "zip";
  if (startsWith(bytes, GZIP)) return "gzip";
  if (startsWith(bytes, TNEF)) return "tnef";
  if (isCms(bytes)) return "assinado";
  for (const [formato, magic] of FECHADOS) if (startsWith(bytes, magic)) return formato;
  if (isTar(bytes)) return "tar";
  if (startsWith(bytes, OLE) && /\.msg$/i.test(nome ?? "")) return "msg";
  if (MENSAGENS.has(tipo) || (tipo !== "text/rfc822-headers" && isMensagem(bytes, nome ?? "")))
    return "mensagem";
  return null;
}

/** Whether these bytes are a container of the kinds that are opened, or known not to be. */
export function isPacote(bytes: Buffer): boolean {
  const formato = sniffFormato(bytes, { nome: null, tipo: "" });
  if (formato === null || formato === "mensagem" || formato === "tar") return false;
  return formato !== "zip" || isZipInteiro(bytes);
}

/** Whether these bytes are a ZIP with its end. */
export function isZipInteiro(bytes: Buffer): boolean {
  return startsWith(bytes, ZIP_INICIO) && bytes.subarray(-FIM_MAX_BYTES).includes(ZIP_FIM);
}

function isZip(bytes: Buffer, nome: string): boolean {
  if (startsWith(bytes, ZIP_INICIO) || startsWith(bytes, ZIP_FIM)) return true;
  // a package behind foreign bytes (self-extracting, or pasted): only when it also calls itself one
  return /\.(?:zip|exe)$/i.test(nome) && bytes.subarray(-FIM_MAX_BYTES).includes(ZIP_FIM);
}

/** A SEQUENCE that begins with an OID of PKCS #7, in DER or BER, or what PEM makes of it.   @source RFC 5652 §3, RFC 7468 §9 */
function isCms(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30) return /^-----BEGIN (?:PKCS7|CMS)-----/.test(bytes.toString("latin1", 0, 24));
  const head = bytes.subarray(1, 24);
  return head.includes(OID_PKCS7) || head.includes(OID_SMIME_CT);
}

const OID_PKCS7 = Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]);
const OID_SMIME_CT = Buffer.from([0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01]);

/** The rest of its header is padded with NUL, which no text has that happens to say the word there. @source POSIX.1-2017, ustar */
function isTar(bytes: Buffer): boolean {
  const rest = bytes.subarray(TAR_EM, TAR_FIM);
  return rest.toString("latin1", 0, 5) === "ustar" && rest.includes(0);
}

function isMensagem(bytes: Buffer, nome: string): boolean {
  const head = bytes.toString("latin1", 0, CABECALHO_BYTES);
  if (!/^(?:>?From |[\w-]{2,40}:)/.test(head)) return false;
  const lines = (/^[\s\S]*?(?=\r?\n\r?\n|$)/.exec(head)?.[0] ?? "").split(/\r?\n/);
  const known = new Set(lines.map((line) => CABECALHO.exec(line)?.[1]?.toLowerCase()).filter(Boolean));
  return known.size >= (/\.eml$/i.test(nome) ? 1 : 3);
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
