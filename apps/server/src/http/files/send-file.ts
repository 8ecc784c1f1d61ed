import { pipeline } from "node:stream/promises";
import { MINUTE_MS } from "@malote/syntax";
import type { Request, Response } from "express";
import type { OpenBlob } from "../../blob/blob-store.ts";
import type { Logger } from "../../log.ts";
import type { Download } from "../../services/file-download.ts";
import { ATTACHMENT_CSP, cleanFileName, PRINTED_FORM_CSP, safeType, writeDisposition } from "./attachment.ts";
import { parseRange } from "./byte-range.ts";
import { isClientGone, sendPacked } from "./send-packed.ts";

/**
 * A client that reads nothing for this long is disconnected, in ms, because its file is held open.
 */
const STALL_MS = 2 * MINUTE_MS;

/**
 * inFrame: the browser may show the answer in a frame
 * of our own pages; only for printed forms of our own.
 */
export type FileSending = { inFrame: boolean; log: Logger };

/** Headers that allow our own pages to frame an answer, be it the file or a sentence in its place. */
export function allowFrame(res: Response): void {
  res.set({ "Content-Security-Policy": PRINTED_FORM_CSP, "X-Frame-Options": "SAMEORIGIN" });
}

/** Sends a file; a blob supports ranges. */
export async function sendFile(
  { req, res }: { req: Request; res: Response },
  file: Download,
  { inFrame, log }: FileSending,
): Promise<void> {
  const fileName = cleanFileName(file.nome, "arquivo");
  res.set({
    "Content-Type": safeType(file.tipo),
    "Content-Disposition": writeDisposition(fileName, inFrame ? "inline" : "attachment"),
    "X-Content-Type-Options": "nosniff",
  });
  if (inFrame) allowFrame(res);
  else res.set("Content-Security-Policy", ATTACHMENT_CSP);
  if ("bytes" in file) {
    const { bytes, gzip } = file;
    if (gzip) {
      const asStored = req.acceptsEncodings("gzip") === "gzip";
      return await sendPacked({ req, res }, bytes, { asStored, log });
    }
    res.set("Content-Length", String(bytes.length));
    return void res.end(req.method === "HEAD" ? undefined : bytes);
  }
  try {
    await sendBlob({ req, res }, file, log);
  } finally {
    await file.blob.close();
  }
}

async function sendBlob(
  { req, res }: { req: Request; res: Response },
  { blob, sha256 }: { blob: OpenBlob; sha256: string },
  log: Logger,
): Promise<void> {
  const etag = `"${sha256}"`;
  const { tamanho } = blob;
  res.set({ "Accept-Ranges": "bytes", ETag: etag });
  // Only a GET may request a range.
  const range = req.method === "GET" ? req.get("range") : undefined;
  const byteRange = parseRange({ range, ifRange: req.get("if-range") }, { etag, tamanho });
  if (byteRange.kind === "fora") {
    res.status(416).set("Content-Range", `bytes */${tamanho}`).removeHeader("Content-Disposition");
    return void res.end();
  }
  const { de, ate } = byteRange.kind === "trecho" ? byteRange : { de: 0, ate: tamanho - 1 };
  if (byteRange.kind === "trecho") res.status(206).set("Content-Range", `bytes ${de}-${ate}/${tamanho}`);
  res.set("Content-Length", String(ate - de + 1));
  if (req.method === "HEAD") return void res.end();
  res.setTimeout(STALL_MS, () => res.destroy());
  try {
    await pipeline(blob.read({ de, ate }), res);
  } catch (error) {
    // A client that leaves is no error. A read error ends the
    // connection, so that the file is not taken as complete.
    if (!isClientGone(error))
      log.error({ err: error, path: req.path }, "um arquivo não pôde ser lido até o fim");
    res.destroy();
  }
}
