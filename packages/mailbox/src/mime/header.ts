import type { AddressObject, AttachmentCommon, EmailAddress, HeaderLines, Headers } from "mailparser";

/** Longest header text kept, in characters: the longest line of RFC 5322 §2.1.1. */
const TEXT_MAX = 998;

/** Longest raw header examined, in bytes. */
const RAW_MAX = 4 * TEXT_MAX;

/** U+FFFD, which the parser inserts for a byte that is not UTF-8. */
const REPLACEMENT = "\ufffd";

/** A lone surrogate, which UTF-8 cannot encode. */
export const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Cleans header text to one bounded line without control characters (PostgreSQL rejects NUL) or
 * lone surrogates.
 * @returns null when no text remains
 */
export function cleanText(text: string | null | undefined): string | null {
  if (!text) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const line = text.replace(/[\x00-\x1f\x7f]+/g, " ").trim();
  return line.slice(0, TEXT_MAX).replace(LONE_SURROGATE, REPLACEMENT) || null;
}

/**
 * Reads the last header of that name. Raw 8-bit bytes, which many ERPs write, are Windows-1252
 * unless they are UTF-8.
 */
export function readText(headers: Headers, lines: HeaderLines, key: string): string | null {
  const value = headers.get(key);
  const text = Array.isArray(value) ? value.at(-1) : value;
  if (typeof text !== "string") return null;
  return cleanText(text.includes(REPLACEMENT) ? (rawValue(lines, key) ?? text) : text);
}

/** Reads the first address of the first of these headers that has one. */
export function readAddress(
  headers: Headers,
  lines: HeaderLines,
  keys: readonly string[],
): { address: string | null; nome: string | null } {
  for (const key of keys) {
    const found = addressesOf(headers.get(key)).find((item) => item.address);
    if (found === undefined) continue;
    const name = found.name.includes(REPLACEMENT) ? rawName(lines, key) : found.name;
    return { address: cleanText(found.address), nome: cleanText(name) };
  }
  return { address: null, nome: null };
}

/**
 * Reads the Date header; null when absent or invalid. @NOTE the parser would substitute the current
 * time.
 */
export function readDate(lines: HeaderLines): Date | null {
  const text = rawValue(lines, "date");
  if (text === null) return null;
  const instant = Date.parse(text.replace(/\([^)]*\)/g, " ").trim());
  return Number.isNaN(instant) ? null : new Date(instant);
}

/**
 * Reads the declared name of a part from Content-Disposition or Content-Type, RFC 2047 and 2231
 * decoded.
 */
export function readName(anexo: AttachmentCommon): string | null {
  const declared =
    paramOf(anexo.headers, "content-disposition", "filename") ??
    paramOf(anexo.headers, "content-type", "name");
  // the map holds the bytes decoded as UTF-8, `filename` as Latin-1: the one without loss is right
  const name = declared?.includes(REPLACEMENT) ? anexo.filename : (declared ?? anexo.filename);
  return cleanText(name);
}

/** Reads the declared type of a part, lower case, without parameters. */
export function readType(anexo: AttachmentCommon): string {
  const value = anexo.headers.get("content-type");
  const declared = typeof value === "object" && "params" in value ? value.value : anexo.contentType;
  const tipo = (declared || "application/octet-stream").trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(tipo) ? tipo.slice(0, TEXT_MAX) : "application/octet-stream";
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

/**
 * Returns the raw value, unfolded and bounded. The parser supplies lines as Latin-1 strings, one
 * character per byte.
 */
function rawValue(lines: HeaderLines, key: string): string | null {
  const line = lines.findLast((item) => item.key === key)?.line;
  if (line === undefined) return null;
  const value = line.slice(line.indexOf(":") + 1, RAW_MAX);
  const bytes = Buffer.from(value.replace(/\r?\n[ \t]+/g, " "), "latin1");
  return decodeBytes(bytes).trim();
}

/** Decodes UTF-8 if valid, else Windows-1252, which accepts every byte. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
