import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { Download } from "../../services/file-download.ts";
import { ATTACHMENT_CSP, cleanFileName, safeType, writeDisposition } from "../files/attachment.ts";
import { sendFile } from "../files/send-file.ts";
import { sendPacked } from "../files/send-packed.ts";
import { answerNotModified, sendBytes, versionOf, versionOfDigest } from "./send-json.ts";

/** Sends a file with its digest and version; a blob is streamed and supports ranges. */
export async function sendRestFile(
  http: { req: Request; res: Response },
  file: Download,
  log: Logger,
): Promise<void> {
  const { res } = http;
  if (!("bytes" in file)) {
    setDigest(res, Buffer.from(file.sha256, "hex"));
    res.set("Cache-Control", "private, no-cache");
    return await sendFile(http, file, { inFrame: false, log });
  }
  res.set({
    "Content-Type": safeType(file.tipo),
    "Content-Disposition": writeDisposition(cleanFileName(file.nome, "arquivo")),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "X-Content-Type-Options": "nosniff",
  });
  if (file.gzip) return await sendGzip(http, file.bytes, log);
  const body = Buffer.from(file.bytes);
  setDigest(res, createHash("sha256").update(body).digest());
  await sendBytes(http, { body, version: versionOf(body) });
}

/** The digest is that of the unpacked file, which is never whole in memory. */
async function sendGzip(
  http: { req: Request; res: Response },
  packed: Uint8Array,
  log: Logger,
): Promise<void> {
  const { req, res } = http;
  const hash = createHash("sha256");
  await pipeline(Readable.from([packed]), createGunzip(), hash);
  const digest = hash.digest();
  setDigest(res, digest);
  const asStored = req.acceptsEncodings("gzip", "identity") === "gzip";
  res.vary("Accept-Encoding");
  if (answerNotModified(http, versionOfDigest(digest), asStored)) return;
  await sendPacked(http, packed, { asStored, log });
}

/**
 * Digest of the file, whatever its transfer coding.
 * @source RFC 9530 §3; RFC 3230 for older clients
 */
function setDigest(res: Response, sha256: Buffer): void {
  const value = sha256.toString("base64");
  res.set({ "Repr-Digest": `sha-256=:${value}:`, Digest: `sha-256=${value}` });
}
