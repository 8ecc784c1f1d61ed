import type { ServerResponse } from "node:http";

/** Bytes of an answer that are handed to its connection at once; an answer that is not longer stays as it is. */
export const PIECE_BYTES = 65_536;

type End = ServerResponse["end"];

/**
 * Makes an answer that is in memory go out in pieces, the next one when the client has taken the last: so its progress can be seen, and a
 * copy of the whole is never made. Files that are streamed pass as they are.
 * @returns how many bytes of it are still held back
 */
export function paceAnswer(res: ServerResponse): () => number {
  const end: End = res.end.bind(res);
  let rest: Buffer | null = null;
  res.once("close", () => {
    rest = null;
  });
  const pump = (done?: () => void): void => {
    while (rest !== null && rest.length > 0) {
      const piece = rest.subarray(0, PIECE_BYTES);
      rest = rest.subarray(PIECE_BYTES);
      if (!res.write(piece)) return void res.once("drain", () => pump(done));
    }
    if (rest === null) return;
    rest = Buffer.alloc(0);
    end(done);
  };
  res.end = ((chunk?: unknown, coding?: unknown, done?: unknown): ServerResponse => {
    // It goes out already: a second end changes nothing.
    if (rest !== null) return res;
    const body = res.destroyed || res.writableEnded ? null : bodyOf(chunk, coding);
    if (body === null || !carriesBody(res)) return Reflect.apply(end, res, [chunk, coding, done]);
    if (!res.headersSent && !res.hasHeader("Transfer-Encoding") && !res.hasHeader("Content-Length")) {
      res.setHeader("Content-Length", body.length);
    }
    rest = body;
    const last = typeof coding === "function" ? coding : done;
    pump(typeof last === "function" ? () => last() : undefined);
    return res;
  }) as End;
  return () => rest?.length ?? 0;
}

/** The bytes of a body that is long enough to be cut; null for others, and for an end without a body. */
function bodyOf(chunk: unknown, coding: unknown): Buffer | null {
  if (typeof chunk === "string") {
    if (chunk.length * 3 <= PIECE_BYTES) return null;
    const body = Buffer.from(chunk, typeof coding === "string" ? (coding as BufferEncoding) : "utf8");
    return body.length > PIECE_BYTES ? body : null;
  }
  if (!(chunk instanceof Uint8Array) || chunk.byteLength <= PIECE_BYTES) return null;
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function carriesBody({ req, statusCode }: ServerResponse): boolean {
  return req.method !== "HEAD" && statusCode !== 204 && statusCode !== 304;
}
