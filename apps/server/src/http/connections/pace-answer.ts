import type { ServerResponse } from "node:http";

/** Bytes of an answer that are written at once; a shorter answer is not split. */
export const PIECE_BYTES = 65_536;

type End = ServerResponse["end"];

/**
 * Writes an in-memory answer in pieces, the next one after the client has taken the last: this
 * shows progress and avoids a copy. Streamed files are unchanged.
 * @returns how many bytes are still unwritten
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
    // The answer is already being written: a second end has no effect.
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

/** The bytes of a body long enough to split; null for others, and without a body. */
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
