import type { Request, RequestHandler } from "express";
import { Unauthorized } from "../../errors.ts";
import { createBytesReader } from "./read-call.ts";

/**
 * Size limits of a body: `anonymousMax` bytes, or `max` when `isKnown` finds a valid token. head:
 * the first `anonymousMax` bytes.
 */
type LargeBodyLimits = {
  anonymousMax: number;
  max: number;
  isKnown(req: Request, head: Buffer): Promise<boolean>;
};

/** An error that Express answers with its status. */
class BodyFault extends Error {
  readonly status: number;

  constructor(status: number, cause?: unknown) {
    super("the body was not read", { cause });
    this.name = "BodyFault";
    this.status = status;
  }
}

/**
 * Reads a body whose caller is named in its beginning or
 * in the HTTP header. A small body is read whole first.
 */
export function createLargeBodyReader(limits: LargeBodyLimits): RequestHandler {
  const { anonymousMax, max } = limits;
  const [readSmall, refuseHuge] = [createBytesReader(anonymousMax), createBytesReader(max)];
  return async (req, res, next) => {
    const length = Number(req.get("content-length") ?? Number.NaN);
    const isPlain = (req.get("content-encoding") ?? "identity").toLowerCase() === "identity";
    if (!isPlain || length <= anonymousMax) return readSmall(req, res, next);
    if (length > max) return refuseHuge(req, res, next);
    try {
      req.body = await readLargeBody(req, limits);
    } finally {
      // The rest is read and dropped, so that the client receives
      // the answer; the iterator removes its listeners first.
      setImmediate(() => req.resume());
    }
    next();
  };
}

/** @throws {Unauthorized} {BodyFault} */
async function readLargeBody(req: Request, { anonymousMax, max, isKnown }: LargeBodyLimits): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  let known = false;
  for await (const piece of readPieces(req)) {
    pieces.push(piece);
    size += piece.length;
    if (size > max) throw new BodyFault(413);
    if (known || size <= anonymousMax) continue;
    known = await isKnown(req, Buffer.concat(pieces, anonymousMax));
    if (!known) throw new Unauthorized();
  }
  return Buffer.concat(pieces, size);
}

async function* readPieces(req: Request): AsyncGenerator<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new BodyFault(400, cause); // the client has disconnected
  }
}
