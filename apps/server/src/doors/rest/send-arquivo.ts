import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { Download } from "../../services/download.ts";
import { ATTACHMENT_CSP, cleanFileName, safeType, writeDisposition } from "../attachment.ts";
import { sendFile } from "../send-file.ts";
import { sendBytes, versionOf } from "./send-json.ts";

const unzip = promisify(gunzip);

/** Sends a file with its digest and version; what lies in the blob store piece by piece, and any piece of it. */
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
  const body = file.gzip ? await unzip(file.bytes) : Buffer.from(file.bytes);
  res.set({
    "Content-Type": safeType(file.tipo),
    "Content-Disposition": writeDisposition(cleanFileName(file.nome, "arquivo")),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "X-Content-Type-Options": "nosniff",
  });
  tellDigest(res, createHash("sha256").update(body).digest());
  await sendBytes(http, { body, versao: versionOf(body) });
}

/** Of the file, whatever its coding on the way. @source RFC 9530 §3; RFC 3230 for clients of before */
function tellDigest(res: Response, sha256: Buffer): void {
  const value = sha256.toString("base64");
  res.set({ "Repr-Digest": `sha-256=:${value}:`, Digest: `sha-256=${value}` });
}
