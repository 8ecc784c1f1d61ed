import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";

/** Bytes of the head of a part, of its name; parts of one form. */
const CABECALHO_MAX = 4_096;
const NOME_MAX = 64;
const PARTES_MAX = 8;
/** What may come beside the file: heads and boundaries. In bytes. */
const MOLDURA_MAX = 32_768;
/** Of a form that is refused so much is still read, in bytes, so that who sends it hears why; then the connection ends. */
const DESPREZO_MAX = 536_870_912;

/** Lowest rate of an upload, in bytes per second: any line brings more, and a client that sends less would hold a connection for hours. */
const RITMO_MIN = 100;

/** A file may have so many bytes; a client that sends nothing, or less than 100 bytes per second, for so many ms is ended. */
export type FormularioCorrente = { arquivoMax: number; silencioMs: number };

/** The file of a form while it comes. nome: as its sender says, null = nothing said. */
export type Chegando = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/** What was made of the file of a form that came whole, or why none did; null = the form had no file. */
export type UploadCorrente<T> = { kind: "ok"; feito: T | null } | { kind: "grande" | "demorado" | "falhou" };

/** The form broke off, or is none: whoever takes its file hears it so. */
class Interrompido extends Error {
  readonly kind: "grande" | "demorado" | "falhou";

  constructor(kind: Interrompido["kind"]) {
    super(`the upload ended: ${kind}`);
    this.kind = kind;
  }
}

/**
 * Reads a multipart form with one file, which is handed on while it comes and never is in memory. When it breaks off, what takes the file
 * is told by an exception, and is waited for.   @throws whatever `take` throws of its own
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
    // What is still to come is in memory when the request ends: only the disk is waited for.
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
    // Whoever takes the file has let go of it before anybody answers.
    if (error instanceof Error) (file as BusboyFileStream | null)?.destroy(error);
    await (taken as Promise<T> | null)?.catch(() => {});
    throw error;
  }
}

/** The bytes of a file; one that is cut at its limit is no file. */
async function* wholeOf(stream: BusboyFileStream, arquivoMax: number): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece as Uint8Array;
  if (stream.truncated || stream.bytesRead > arquivoMax) throw new Interrompido("grande");
}

/** How a request ends other than by coming whole: `broken`, when it breaks off or is silent while it is listened to. */
type Escuta = { broken: Promise<never>; deafen(): void; leave(): void };

/** Who is told to wait, because the disk is slow, is not silent; nor is who has said all: after `deafen` nobody is waited for. */
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
  // A request that came whole closes too.
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

/** Reads a form of which nothing is wanted, so that who sends it hears what was already answered. */
export async function despiseCorrente(req: Request, form: FormularioCorrente): Promise<void> {
  const watch = watchRequest(req, form);
  await despise(req, watch.broken);
  watch.leave();
}

/** Reads what is left of a form that was refused, and keeps none of it. */
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
