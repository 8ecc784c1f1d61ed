import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { MINUTE_MS } from "@malote/syntax";
import type { Request, Response } from "express";
import { gunzip, unpackedSize } from "../../compression.ts";
import { Outage } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { createSlots } from "../connections/slots.ts";

/** Larger files are unpacked while they are sent. */
export const WHOLE_MAX = 262_144;
/** A larger packed file takes a slot until its client has read it. */
const LARGE_BYTES = 1_048_576;
const SLOTS = { max: 32, ofOne: 8 };
const RETRY_MS = 5_000;
/** Longest time in which a client reads nothing, in ms. */
const STALL_MS = 2 * MINUTE_MS;
const CHUNK_BYTES = 65_536;

const slots = createSlots(SLOTS);

type Http = { req: Request; res: Response };

/**
 * Sends a packed file, whose headers are set but for length and
 * coding: as it is when the client accepts gzip, else unpacked.
 * @throws {Outage} when too many large files of one network, or in total, are still unread
 */
export async function sendPacked(
  { req, res }: Http,
  packed: Uint8Array,
  { asStored, log }: { asStored: boolean; log: Logger },
): Promise<void> {
  takeSlot({ req, res }, packed.length);
  res.vary("Accept-Encoding");
  const size = unpackedSize(packed);
  const isWhole = asStored || size <= WHOLE_MAX;
  const body = asStored ? packed : isWhole ? await gunzip(packed) : null;
  if (asStored) res.set("Content-Encoding", "gzip");
  res.set("Content-Length", String(body?.length ?? size));
  if (body !== null || req.method === "HEAD") {
    return void res.end(req.method === "HEAD" ? undefined : body);
  }
  res.setTimeout(STALL_MS, () => res.destroy());
  try {
    await pipeline(Readable.from([packed]), createGunzip({ chunkSize: CHUNK_BYTES }), res);
  } catch (error) {
    // A client that leaves is no error. An unpacking error ends
    // the connection, so that the file is not taken as complete.
    if (!isClientGone(error))
      log.error({ err: error, path: req.path }, "um arquivo não pôde ser aberto até o fim");
    res.destroy();
  }
}

function takeSlot({ req, res }: Http, bytes: number): void {
  if (bytes <= LARGE_BYTES) return;
  const release = slots.take(req.ip ?? "");
  if (release === null) throw new Outage("too many large files are not read yet", RETRY_MS);
  res.once("close", release);
}

/** Whether a client left before the end of an answer. */
export function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET" || code === "EPIPE";
}
