import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";

/** Bytes of one text field, of its name, and of a part's head; parts of one form. */
const FIELD_MAX = 1_024;
const FIELD_NAME_MAX = 64;
const HEAD_MAX = 4_096;
const PARTS_MAX = 8;
/** Bytes besides the file: text fields, heads and boundaries. */
const FRAMING_MAX = 32_768;
/**
 * Bytes of a too large file that are still read, so that
 * the client receives the answer; then the connection ends.
 */
const DISCARD_MAX = 8_388_608;

/**
 * campos: names of text fields, each at most once; arquivoMax:
 * bytes of the file, 0 = no file; campoMax: bytes of a text field.
 */
export type UploadForm = {
  campos: readonly string[];
  arquivoMax: number;
  prazoMs: number;
  campoMax?: number;
};

/**
 * A complete form, or why it failed. `falhou`: invalid or broken off. arquivo: null = none was sent.
 */
export type Upload =
  | { kind: "ok"; campos: ReadonlyMap<string, string>; arquivo: Buffer | null }
  | { kind: "grande" | "demorado" | "falhou" };

/**
 * Reads a multipart form with at most one file, held in memory within its limit. Refuses a second
 * file, an unknown or repeated field, and a field that is too long.
 */
export async function readUpload(req: Request, form: UploadForm): Promise<Upload> {
  const contentType = req.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return { kind: "falhou" };
  if (Number(req.get("content-length") ?? 0) > requestBytesMax(form)) return { kind: "grande" };
  const parser = openParser(req, contentType, form);
  if (parser === null) return { kind: "falhou" };
  const request = watchRequest(req, form);
  const whole = collectParts(parser, form);
  req.pipe(parser);
  try {
    return await Promise.race([request.ended, whole]);
  } finally {
    req.unpipe(parser);
    request.leave();
  }
}

function requestBytesMax({ arquivoMax, campoMax = 0 }: UploadForm): number {
  return arquivoMax + campoMax + FRAMING_MAX + DISCARD_MAX;
}

/** Watches a request for the ways it can fail: too long, too slow, or broken off. */
function watchRequest(req: Request, form: UploadForm): { ended: Promise<Upload>; leave(): void } {
  let leave = (): void => {};
  const ended = new Promise<Upload>((resolve) => {
    let seen = 0;
    const count = (chunk: Buffer): void => {
      seen += chunk.length;
      if (seen > requestBytesMax(form)) resolve({ kind: "grande" });
    };
    // A complete request emits close too.
    const onClose = (): void => {
      if (!req.complete) resolve({ kind: "falhou" });
    };
    const timer = setTimeout(() => resolve({ kind: "demorado" }), form.prazoMs);
    req.on("data", count).on("close", onClose);
    leave = () => {
      clearTimeout(timer);
      req.off("data", count).off("close", onClose);
    };
  });
  return { ended, leave: () => leave() };
}

async function collectParts(
  parser: BusboyInstance,
  { campos: nomes, campoMax }: UploadForm,
): Promise<Upload> {
  const campos = new Map<string, string>();
  const chunks: Buffer[] = [];
  let fileCount = 0;
  let isTooLarge = false;
  return await new Promise<Upload>((resolve) => {
    const broken = (): void => resolve({ kind: "falhou" });
    for (const beyond of ["partsLimit", "filesLimit", "fieldsLimit", "error"] as const)
      parser.on(beyond, broken);
    parser.on("field", (name, value, nameCut, valueCut) => {
      if (valueCut && campoMax !== undefined) resolve({ kind: "grande" });
      if (nameCut || valueCut || !nomes.includes(name) || campos.has(name)) broken();
      else campos.set(name, value);
    });
    parser.on("file", (_nome, stream) => {
      fileCount += 1;
      stream.on("error", broken);
      stream.on("limit", () => {
        isTooLarge = true;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    });
    parser.on("finish", () => {
      const arquivo = fileCount === 0 ? null : Buffer.concat(chunks);
      resolve(isTooLarge ? { kind: "grande" } : { kind: "ok", campos, arquivo });
    });
  });
}

function openParser(req: Request, contentType: string, form: UploadForm) {
  const { campos, arquivoMax, campoMax = FIELD_MAX } = form;
  try {
    return new Busboy({
      headers: { ...req.headers, "content-type": contentType },
      limits: {
        fieldNameSize: FIELD_NAME_MAX,
        fieldSize: campoMax,
        fields: campos.length,
        fileSize: arquivoMax,
        files: arquivoMax === 0 ? 0 : 1,
        parts: PARTS_MAX,
        headerPairs: 16,
        headerSize: HEAD_MAX,
      },
    });
  } catch {
    return null; // no boundary
  }
}
