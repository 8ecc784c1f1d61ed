import type { AddressObject, AttachmentCommon, EmailAddress, HeaderLines, Headers } from "mailparser";

/** Longest header text kept, in characters: the longest line of RFC 5322 §2.1.1. */
const TEXTO_MAX = 998;

/** Longest raw header looked at, in bytes. */
const RAW_MAX = 4 * TEXTO_MAX;

/** U+FFFD: what the parser leaves of a byte that is not UTF-8. */
const PERDIDO = "\ufffd";

/** Half of a surrogate pair, which UTF-8 cannot carry. */
export const MEIO_CARACTERE = /\p{Surrogate}/gu;

/** One line of text out of a header: no control characters (PostgreSQL refuses NUL), no halves of characters, bounded;
 * null when nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  if (!text) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const line = text.replace(/[\x00-\x1f\x7f]+/g, " ").trim();
  return line.slice(0, TEXTO_MAX).replace(MEIO_CARACTERE, PERDIDO) || null;
}

/** The last header of that name as text; raw 8-bit bytes, which many ERPs write, are read as Windows-1252 when they
 * are not UTF-8. */
export function readText(headers: Headers, lines: HeaderLines, key: string): string | null {
  const value = headers.get(key);
  const text = Array.isArray(value) ? value.at(-1) : value;
  if (typeof text !== "string") return null;
  return cleanText(text.includes(PERDIDO) ? (rawValue(lines, key) ?? text) : text);
}

/** The first address of the first of these headers that has one. */
export function readAddress(
  headers: Headers,
  lines: HeaderLines,
  keys: readonly string[],
): { endereco: string | null; nome: string | null } {
  for (const key of keys) {
    const found = addressesOf(headers.get(key)).find((item) => item.address);
    if (found === undefined) continue;
    const nome = found.name.includes(PERDIDO) ? rawName(lines, key) : found.name;
    return { endereco: cleanText(found.address), nome: cleanText(nome) };
  }
  return { endereco: null, nome: null };
}

/** The Date header, or null when it is absent or no date. @NOTE the parser would put its own clock in its place. */
export function readData(lines: HeaderLines): Date | null {
  const text = rawValue(lines, "date");
  if (text === null) return null;
  const instant = Date.parse(text.replace(/\([^)]*\)/g, " ").trim());
  return Number.isNaN(instant) ? null : new Date(instant);
}

/** The declared name of a part, from Content-Disposition or Content-Type, RFC 2047 and 2231 decoded. */
export function readNome(anexo: AttachmentCommon): string | null {
  const declared =
    paramOf(anexo.headers, "content-disposition", "filename") ??
    paramOf(anexo.headers, "content-type", "name");
  // the map has read the bytes as UTF-8, the parser's own field as Latin-1: whichever kept all of them is right
  const nome = declared?.includes(PERDIDO) ? anexo.filename : (declared ?? anexo.filename);
  return cleanText(nome);
}

/** The declared type of a part, lower case, without parameters. */
export function readTipo(anexo: AttachmentCommon): string {
  const value = anexo.headers.get("content-type");
  const declared = typeof value === "object" && "params" in value ? value.value : anexo.contentType;
  const tipo = (declared || "application/octet-stream").trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(tipo) ? tipo.slice(0, TEXTO_MAX) : "application/octet-stream";
}

function paramOf(headers: Headers, key: string, param: string): string | undefined {
  const value = headers.get(key);
  return typeof value === "object" && "params" in value ? value.params[param] : undefined;
}

function addressesOf(value: ReturnType<Headers["get"]>): EmailAddress[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const objects = list.filter(isAddressObject);
  return objects.flatMap((item) => item.value).flatMap((item) => [item, ...(item.group ?? [])]);
}

function isAddressObject(value: unknown): value is AddressObject {
  return typeof value === "object" && value !== null && "value" in value && Array.isArray(value.value);
}

function rawName(lines: HeaderLines, key: string): string | null {
  const before = rawValue(lines, key)?.split("<")[0] ?? "";
  return before.replace(/^[\s"]+|[\s"]+$/g, "") || null;
}

/** The raw value, unfolded, no longer than could be of use: what follows must not depend on who wrote it. The parser hands lines over as Latin-1 strings, one character per byte. */
function rawValue(lines: HeaderLines, key: string): string | null {
  const line = lines.findLast((item) => item.key === key)?.line;
  if (line === undefined) return null;
  const value = line.slice(line.indexOf(":") + 1, RAW_MAX);
  const bytes = Buffer.from(value.replace(/\r?\n[ \t]+/g, " "), "latin1");
  return decodeBytes(bytes).trim();
}

/** UTF-8 if it is, else Windows-1252, in which every byte means something. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
