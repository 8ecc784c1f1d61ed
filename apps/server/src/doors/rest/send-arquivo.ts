import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { Download } from "../../services/download.ts";
import { ATTACHMENT_CSP, cleanFileName, safeType, writeDisposition } from "../attachment.ts";
import { sendFile } from "../send-file.ts";
import { sendPacked } from "../send-packed.ts";
import { answerKnown, sendBytes, versionOf, versionOfDigest } from "./send-json.ts";

/** Sends a file with its digest and version; a blob is streamed and supports ranges. */
export async function sendArquivo(
  http: { req: Request; res: Response },
  file: Download,
  log: Logger,
): Promise<void> {
  const { res } = http;
  if (!("bytes" in file)) {
    tellDigest(res, Buffer.from(file.sha256, "hex"));
    res.set("Cache-Control", "private, no-cache");
    return await sendFile(http, file, { mostrado: false, log });
  }
  res.set({
    "Content-Type": safeType(file.tipo),
    "Content-Disposition": writeDisposition(cleanFileName(file.nome, "arquivo")),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "X-Content-Type-Options": "nosniff",
  });
  if (file.gzip) return await sendGzip(http, file.bytes, log);
  const body = Buffer.from(file.bytes);
  tellDigest(res, createHash("sha256").update(body).digest());
  await sendBytes(http, { body, versao: versionOf(body) });
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
  tellDigest(res, digest);
  const asStored = req.acceptsEncodings("gzip", "identity") === "gzip";
  res.vary("Accept-Encoding");
  if (answerKnown(http, versionOfDigest(digest), asStored)) return;
  await sendPacked(http, packed, { asStored, log });
}

/**
 * Digest of the file, whatever its transfer coding.
 * @source RFC 9530 §3; RFC 3230 for older clients
 */
function tellDigest(res: Response, sha256: Buffer): void {
  const value = sha256.toString("base64");
  res.set({ "Repr-Digest": `sha-256=:${value}:`, Digest: `sha-256=${value}` });
}
