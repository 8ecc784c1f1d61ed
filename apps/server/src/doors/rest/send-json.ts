import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const zip = promisify(gzip);

/** Bytes from which an answer is compressed, and how hard: pages of XML are large and answered often. */
const GZIP_MIN = 1_024;
const GZIP_LEVEL = 4;
/** A compressed answer is another representation, and its strong tag another. @source RFC 9110 §8.8.3.3 */
const GZIP_MARK = "-gz";

/** The strong tag of an answer, without its quotes. */
export function versionOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 27);
}

/** Whether one of the tags that a header lists is this version's, whatever the coding; `*` is any. */
export function namesVersion(header: string, version: string): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].some(
    ([, tag]) => tag === version || tag === version + GZIP_MARK,
  );
}

/** The same in the strong comparison that If-Match asks for. @source RFC 9110 §13.1.1 */
export function namesVersionStrongly(header: string, version: string): boolean {
  return namesVersion(header.replace(/W\/"[^"]*"/g, ""), version);
}

export function toJsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Sends JSON, compressed for who takes it; of a GET with its version, and without its body to who has that already. */
export async function sendJson(
  { req, res }: { req: Request; res: Response },
  { status, body }: { status: number; body: Buffer },
): Promise<void> {
  res.status(status).set("Content-Type", "application/json; charset=utf-8");
  await sendBytes(
    { req, res },
    { body, isRead: (req.method === "GET" || req.method === "HEAD") && status === 200 },
  );
}

/** Sends bytes whose type is said already. isRead: it is a version of something, and may be asked for again. */
export async function sendBytes(
  { req, res }: { req: Request; res: Response },
  { body, isRead }: { body: Buffer; isRead: boolean },
): Promise<void> {
  const zipped = body.length >= GZIP_MIN && req.acceptsEncodings("gzip", "identity") === "gzip";
  res.vary("Accept-Encoding");
  if (isRead) {
    const version = versionOf(body);
    res.set({ ETag: `"${version}${zipped ? GZIP_MARK : ""}"`, "Cache-Control": "private, no-cache" });
    const known = req.get("if-none-match");
    if (known !== undefined && namesVersion(known, version)) {
      res.status(304);
      for (const name of ["Content-Type", "Content-Disposition", "Digest", "Repr-Digest"])
        res.removeHeader(name);
      return void res.end();
    }
  }
  const sent = zipped ? await zip(body, { level: GZIP_LEVEL }) : body;
  if (zipped) res.set("Content-Encoding", "gzip");
  res.set("Content-Length", String(sent.length));
  res.end(req.method === "HEAD" ? undefined : sent);
}
