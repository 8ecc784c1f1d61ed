import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";

/** Bytes of a part's head and of its name; parts of one form. */
const HEAD_MAX = 4_096;
const FIELD_NAME_MAX = 64;
const PARTS_MAX = 8;
/** Bytes besides the file: heads and boundaries. */
const FRAMING_MAX = 32_768;
/**
 * Bytes of a refused form that are still read, so that the
 * client receives the answer; then the connection ends.
 */
const DISCARD_MAX = 536_870_912;

/**
 * Lowest rate of an upload, in bytes per second: slower clients would hold a connection for hours.
 */
const RATE_MIN = 100;

/**
 * arquivoMax: bytes of the file; silencioMs: a client below RITMO_MIN for so long is disconnected.
 */
export type StreamedForm = { arquivoMax: number; silencioMs: number };

/** A file that is being received. nome: as the client gives it, null = none. */
export type IncomingFile = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/** Result of a complete form with its file, null without one; or why it failed. */
export type StreamedUpload<T> = { kind: "ok"; result: T | null } | { kind: "grande" | "demorado" | "falhou" };

/** The form broke off or is invalid; thrown to the reader of its file. */
class UploadInterrupted extends Error {
  readonly kind: "grande" | "demorado" | "falhou";

  constructor(kind: UploadInterrupted["kind"]) {
    super(`the upload ended: ${kind}`);
    this.kind = kind;
  }
}

/**
 * Reads a multipart form with one file, which is streamed to `take`. When the form breaks off,
 * `take` gets an exception and is awaited.
 * @throws whatever `take` throws of its own
 */
export async function readStreamedUpload<T>(
  req: Request,
  form: StreamedForm,
  take: (incoming: IncomingFile) => Promise<T>,
): Promise<StreamedUpload<T>> {
  const contentType = req.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return { kind: "falhou" };
  if (Number(req.get("content-length") ?? 0) > form.arquivoMax + FRAMING_MAX) return { kind: "grande" };
  const parser = openParser(req, contentType, form);
  if (parser === null) return { kind: "falhou" };
  const watch = watchRequest(req, form);
  try {
    const result = await collect({ req, parser, watch }, form, take);
    return { kind: "ok", result };
  } catch (error) {
    if (!(error instanceof UploadInterrupted)) await discardRest(req, watch.broken);
    if (error instanceof UploadInterrupted) return { kind: error.kind };
    throw error;
  } finally {
    req.unpipe(parser);
    watch.leave();
  }
}

type UploadStreams = { req: Request; parser: BusboyInstance; watch: UploadWatch };

async function collect<T>(
  { req, parser, watch }: UploadStreams,
  { arquivoMax }: StreamedForm,
  take: (incoming: IncomingFile) => Promise<T>,
): Promise<T | null> {
  let file: BusboyFileStream | null = null;
  let taken: Promise<T> | null = null;
  let refuse = (_error: unknown): void => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const bad = (): void => refuse(new UploadInterrupted("falhou"));
  for (const beyond of ["partsLimit", "filesLimit", "fieldsLimit", "error"] as const) parser.on(beyond, bad);
  parser.on("file", (_campo, stream, nome) => {
    file = stream;
    stream.on("error", () => {});
    stream.on("limit", () => refuse(new UploadInterrupted("grande")));
    // The rest is in memory once the request ends: after that only the disk is slow, so the timer stops.
    req.once("end", watch.stopIdleTimer);
    taken = take({ nome: nome || null, bytes: wholeOf(stream, arquivoMax) });
    taken.catch(refuse);
  });
  const parsed = new Promise<void>((resolve) => parser.on("finish", () => resolve()));
  parser.on("finish", watch.stopIdleTimer);
  req.pipe(parser);
  try {
    await Promise.race([parsed, refused, watch.broken]);
    return await Promise.race([taken ?? Promise.resolve(null), watch.broken]);
  } catch (error) {
    // The reader of the file has finished before an answer is sent.
    if (error instanceof Error) (file as BusboyFileStream | null)?.destroy(error);
    await (taken as Promise<T> | null)?.catch(() => {});
    throw error;
  }
}

/** The bytes of a file; one that reaches its limit is refused. */
async function* wholeOf(stream: BusboyFileStream, arquivoMax: number): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece as Uint8Array;
  if (stream.truncated || stream.bytesRead > arquivoMax) throw new UploadInterrupted("grande");
}

/**
 * Watches an upload. `broken` rejects when it breaks off or is
 * idle; `stopIdleTimer` stops the idle timer; `leave` ends the watch.
 */
type UploadWatch = { broken: Promise<never>; stopIdleTimer(): void; leave(): void };

/**
 * Backpressure is not idleness: a paused request stops
 * the timer, and so does `stopIdleTimer` after the last byte.
 */
function watchRequest(req: Request, { silencioMs }: StreamedForm): UploadWatch {
  let timer: NodeJS.Timeout | undefined;
  const stopTimer = (): void => clearTimeout(timer);
  let reject = (_error: UploadInterrupted): void => {};
  const broken = new Promise<never>((_, no) => {
    reject = no;
  });
  broken.catch(() => {});
  let since = 0;
  const count = (piece: Buffer): void => {
    since += piece.length;
    if (since >= (RATE_MIN * silencioMs) / 1_000) restartTimer();
  };
  const restartTimer = (): void => {
    since = 0;
    stopTimer();
    timer = setTimeout(() => reject(new UploadInterrupted("demorado")), silencioMs);
  };
  // A complete request emits close too.
  const onClose = (): void => {
    if (!req.complete) reject(new UploadInterrupted("falhou"));
  };
  const stopIdleTimer = (): void => {
    stopTimer();
    req.off("data", count).off("resume", restartTimer).off("pause", stopTimer);
  };
  req
    .on("data", count)
    .on("resume", restartTimer)
    .on("pause", stopTimer)
    .on("close", onClose)
    .on("error", onClose);
  restartTimer();
  const leave = (): void => {
    stopIdleTimer();
    req.off("close", onClose);
  };
  return { broken, stopIdleTimer, leave };
}

/** Reads and drops a form that is not needed, so that the client receives the answer already sent. */
export async function discardUpload(req: Request, form: StreamedForm): Promise<void> {
  const watch = watchRequest(req, form);
  await discardRest(req, watch.broken);
  watch.leave();
}

/** Reads and drops the rest of a refused form. */
async function discardRest(req: Request, broken: Promise<never>): Promise<void> {
  req.unpipe();
  let bytes = 0;
  const over = new Promise<void>((resolve) => {
    req.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > DISCARD_MAX) resolve();
    });
    req.on("end", resolve);
  });
  if (req.complete && req.readableLength === 0) return;
  req.resume();
  await Promise.race([over, broken]).catch(() => {});
}

function openParser(req: Request, contentType: string, { arquivoMax }: StreamedForm): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { ...req.headers, "content-type": contentType },
      limits: {
        fieldNameSize: FIELD_NAME_MAX,
        fields: 0,
        fileSize: arquivoMax,
        files: 1,
        parts: PARTS_MAX,
        headerPairs: 16,
        headerSize: HEAD_MAX,
      },
    });
  } catch {
    return null; // no boundary
  }
}
