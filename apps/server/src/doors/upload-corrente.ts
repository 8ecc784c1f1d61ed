import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";

/** Bytes of a part's head and of its name; parts of one form. */
const CABECALHO_MAX = 4_096;
const NOME_MAX = 64;
const PARTES_MAX = 8;
/** Bytes besides the file: heads and boundaries. */
const MOLDURA_MAX = 32_768;
/**
 * Bytes of a refused form that are still read, so that the
 * client receives the answer; then the connection ends.
 */
const DESPREZO_MAX = 536_870_912;

/**
 * Lowest rate of an upload, in bytes per second: slower clients would hold a connection for hours.
 */
const RITMO_MIN = 100;

/**
 * arquivoMax: bytes of the file; silencioMs: a client below RITMO_MIN for so long is disconnected.
 */
export type FormularioCorrente = { arquivoMax: number; silencioMs: number };

/** A file that is being received. nome: as the client gives it, null = none. */
export type Chegando = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/** Result of a complete form with its file, null without one; or why it failed. */
export type UploadCorrente<T> = { kind: "ok"; feito: T | null } | { kind: "grande" | "demorado" | "falhou" };

/** The form broke off or is invalid; thrown to the reader of its file. */
class Interrompido extends Error {
  readonly kind: "grande" | "demorado" | "falhou";

  constructor(kind: Interrompido["kind"]) {
    super(`the upload ended: ${kind}`);
    this.kind = kind;
  }
}

/**
 * Reads a multipart form with one file, which is streamed to `take`. When the form breaks off,
 * `take` gets an exception and is awaited.
 * @throws whatever `take` throws of its own
 */
export async function readCorrente<T>(
  req: Request,
  form: FormularioCorrente,
  take: (arquivo: Chegando) => Promise<T>,
): Promise<UploadCorrente<T>> {
  const contentType = req.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return { kind: "falhou" };
  if (Number(req.get("content-length") ?? 0) > form.arquivoMax + MOLDURA_MAX) return { kind: "grande" };
  const parser = openParser(req, contentType, form);
  if (parser === null) return { kind: "falhou" };
  const watch = watchRequest(req, form);
  try {
    const feito = await collect({ req, parser, watch }, form, take);
    return { kind: "ok", feito };
  } catch (error) {
    if (!(error instanceof Interrompido)) await despise(req, watch.broken);
    if (error instanceof Interrompido) return { kind: error.kind };
    throw error;
  } finally {
    req.unpipe(parser);
    watch.leave();
  }
}

type Fluxo = { req: Request; parser: BusboyInstance; watch: Escuta };

async function collect<T>(
  { req, parser, watch }: Fluxo,
  { arquivoMax }: FormularioCorrente,
  take: (arquivo: Chegando) => Promise<T>,
): Promise<T | null> {
  let file: BusboyFileStream | null = null;
  let taken: Promise<T> | null = null;
  let refuse = (_error: unknown): void => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const bad = (): void => refuse(new Interrompido("falhou"));
  for (const beyond of ["partsLimit", "filesLimit", "fieldsLimit", "error"] as const) parser.on(beyond, bad);
  parser.on("file", (_campo, stream, nome) => {
    file = stream;
    stream.on("error", () => {});
    stream.on("limit", () => refuse(new Interrompido("grande")));
    // The rest is in memory once the request ends: after that only the disk is slow, so the timer stops.
    req.once("end", watch.deafen);
    taken = take({ nome: nome || null, bytes: wholeOf(stream, arquivoMax) });
    taken.catch(refuse);
  });
  const parsed = new Promise<void>((resolve) => parser.on("finish", () => resolve()));
  parser.on("finish", watch.deafen);
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
  if (stream.truncated || stream.bytesRead > arquivoMax) throw new Interrompido("grande");
}

/**
 * Watches an upload. `broken` rejects when it breaks off or is
 * idle; `deafen` stops the idle timer; `leave` ends the watch.
 */
type Escuta = { broken: Promise<never>; deafen(): void; leave(): void };

/**
 * Backpressure is not idleness: a paused request stops
 * the timer, and so does `deafen` after the last byte.
 */
function watchRequest(req: Request, { silencioMs }: FormularioCorrente): Escuta {
  let timer: NodeJS.Timeout | undefined;
  const hush = (): void => clearTimeout(timer);
  let reject = (_error: Interrompido): void => {};
  const broken = new Promise<never>((_, no) => {
    reject = no;
  });
  broken.catch(() => {});
  let since = 0;
  const count = (piece: Buffer): void => {
    since += piece.length;
    if (since >= (RITMO_MIN * silencioMs) / 1_000) heed();
  };
  const heed = (): void => {
    since = 0;
    hush();
    timer = setTimeout(() => reject(new Interrompido("demorado")), silencioMs);
  };
  // A complete request emits close too.
  const gone = (): void => {
    if (!req.complete) reject(new Interrompido("falhou"));
  };
  const deafen = (): void => {
    hush();
    req.off("data", count).off("resume", heed).off("pause", hush);
  };
  req.on("data", count).on("resume", heed).on("pause", hush).on("close", gone).on("error", gone);
  heed();
  const leave = (): void => {
    deafen();
    req.off("close", gone);
  };
  return { broken, deafen, leave };
}

/** Reads and drops a form that is not needed, so that the client receives the answer already sent. */
export async function despiseCorrente(req: Request, form: FormularioCorrente): Promise<void> {
  const watch = watchRequest(req, form);
  await despise(req, watch.broken);
  watch.leave();
}

/** Reads and drops the rest of a refused form. */
async function despise(req: Request, broken: Promise<never>): Promise<void> {
  req.unpipe();
  let bytes = 0;
  const over = new Promise<void>((resolve) => {
    req.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > DESPREZO_MAX) resolve();
    });
    req.on("end", resolve);
  });
  if (req.complete && req.readableLength === 0) return;
  req.resume();
  await Promise.race([over, broken]).catch(() => {});
}

function openParser(
  req: Request,
  contentType: string,
  { arquivoMax }: FormularioCorrente,
): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { ...req.headers, "content-type": contentType },
      limits: {
        fieldNameSize: NOME_MAX,
        fields: 0,
        fileSize: arquivoMax,
        files: 1,
        parts: PARTES_MAX,
        headerPairs: 16,
        headerSize: CABECALHO_MAX,
      },
    });
  } catch {
    return null; // no boundary
  }
}
