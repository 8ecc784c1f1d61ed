import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { gzip } from "../../compression.ts";

/** Bytes from which an answer is compressed, and the level: pages of XML are large and frequent. */
const GZIP_MIN = 1_024;
const GZIP_LEVEL = 4;
/**
 * A compressed answer is another representation with another strong tag.
 * @source RFC 9110 §8.8.3.3
 */
const GZIP_MARK = "-gz";

/** Separates the version of the whole answer from that of its stable fields. */
const VERSION_SEPARATOR = ".";

/**
 * ETag of JSON, without quotes: the version of the whole, and of the stable fields where others
 * change by themselves. If-None-Match compares the first part, If-Match the last.
 */
export function jsonVersionOf(body: Buffer, vivos: readonly string[] | undefined): string {
  const wholeVersion = versionOf(body);
  if (vivos === undefined) return wholeVersion;
  const stableVersion = Object.entries(JSON.parse(body.toString())).filter(
    ([field]) => !vivos.includes(field),
  );
  return wholeVersion + VERSION_SEPARATOR + versionOf(toJsonBytes(stableVersion));
}

/** Strong tag of bytes, without quotes. */
export function versionOf(body: Uint8Array): string {
  return versionOfDigest(createHash("sha256").update(body).digest());
}

/** The same from their SHA-256. */
export function versionOfDigest(sha256: Buffer): string {
  return sha256.toString("base64url").slice(0, 27);
}

/** Whether a header lists this version, in any coding; `*` matches all. */
function listsVersion(header: string, version: string): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].some(
    ([, tag]) => tag === version || tag === version + GZIP_MARK,
  );
}

/**
 * Whether a header lists a version with the stable fields of
 * `etagVersion`, in If-Match's strong comparison; `*` matches all.
 * @source RFC 9110 §13.1.1
 */
export function listsStableVersion(header: string, etagVersion: string): boolean {
  if (header.trim() === "*") return true;
  const stableVersion = stableVersionOf(etagVersion);
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].some(
    ([, weak, tag = ""]) =>
      weak === undefined && [stableVersion, stableVersion + GZIP_MARK].includes(stableVersionOf(tag)),
  );
}

function stableVersionOf(tag: string): string {
  return tag.slice(tag.lastIndexOf(VERSION_SEPARATOR) + 1);
}

export function toJsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/**
 * Sends JSON, compressed when accepted; a GET gets an ETag, and 304 when the client has that version.
 */
export async function sendJson(
  { req, res }: { req: Request; res: Response },
  { status, body, vivos }: { status: number; body: Buffer; vivos: readonly string[] | undefined },
): Promise<void> {
  res.status(status).set("Content-Type", "application/json; charset=utf-8");
  const isRead = (req.method === "GET" || req.method === "HEAD") && status === 200;
  await sendBytes({ req, res }, { body, version: isRead ? jsonVersionOf(body, vivos) : null });
}

/** Sends bytes whose type is already set. etagVersion: the ETag; null = not cacheable. */
export async function sendBytes(
  { req, res }: { req: Request; res: Response },
  { body, version: etagVersion }: { body: Buffer; version: string | null },
): Promise<void> {
  const zipped = body.length >= GZIP_MIN && req.acceptsEncodings("gzip", "identity") === "gzip";
  res.vary("Accept-Encoding");
  if (etagVersion !== null && answerNotModified({ req, res }, etagVersion, zipped)) return;
  const sent = zipped ? await gzip(body, { level: GZIP_LEVEL }) : body;
  if (zipped) res.set("Content-Encoding", "gzip");
  res.set("Content-Length", String(sent.length));
  res.end(req.method === "HEAD" ? undefined : sent);
}

/** Sets the ETag of an answer.   @returns whether the client has this version; then 304 was sent */
export function answerNotModified(
  { req, res }: { req: Request; res: Response },
  etagVersion: string,
  zipped: boolean,
): boolean {
  res.set({ ETag: `"${etagVersion}${zipped ? GZIP_MARK : ""}"`, "Cache-Control": "private, no-cache" });
  const known = req.get("if-none-match");
  if (known === undefined || !listsVersion(known, etagVersion)) return false;
  res.status(304);
  for (const name of ["Content-Type", "Content-Disposition", "Digest", "Repr-Digest"]) res.removeHeader(name);
  res.end();
  return true;
}
