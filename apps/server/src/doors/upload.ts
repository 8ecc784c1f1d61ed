import { Busboy } from "@fastify/busboy";
import type { Request } from "express";

/** Bytes of one text field, of its name, and of the head of a part; parts of one form. */
const CAMPO_MAX = 1_024;
const NOME_MAX = 64;
const CABECALHO_MAX = 4_096;
const PARTES_MAX = 8;
/** What may come beside the file: the text fields, heads and boundaries. In bytes. */
const MOLDURA_MAX = 32_768;
/** A file beyond its bound is read on for so much, in bytes, so that who sent it hears why; then the connection ends. */
const DESPREZO_MAX = 8_388_608;

/** What a form may hold: names of text fields, each at most once; one file of so many bytes; in so many ms. */
export type Formulario = { campos: readonly string[]; arquivoMax: number; prazoMs: number };

/** A form that came whole, or why it did not. `falhou`: it is not such a form, or broke off. arquivo: null = none was sent. */
export type Upload =
  | { kind: "ok"; campos: ReadonlyMap<string, string>; arquivo: Buffer | null }
  | { kind: "grande" | "demorado" | "falhou" };

/**
 * Reads a multipart form with at most one file, which is held in memory within its bound. What a form does not have is refused: a second
 * file, a field of another name, a field twice, one that is too long.
 */
export async function readUpload(req: Request, form: Formulario): Promise<Upload> {
  const contentType = req.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return { kind: "falhou" };
  const told = Number(req.get("content-length") ?? 0);
  if (told > form.arquivoMax + MOLDURA_MAX + DESPREZO_MAX) return { kind: "grande" };
  return await new Promise<Upload>((resolve) => {
    const parser = openParser(req, contentType, form);
    if (parser === null) return resolve({ kind: "falhou" });
    const campos = new Map<string, string>();
    const chunks: Buffer[] = [];
    let arquivos = 0;
    let grande = false;
    let seen = 0;
    const end = (upload: Upload): void => {
      clearTimeout(timer);
      req.unpipe(parser);
      req.off("data", count).off("close", gone);
      resolve(upload);
    };
    const broken = (): void => end({ kind: "falhou" });
    // A request that came whole closes too.
    const gone = (): void => {
      if (!req.complete) broken();
    };
    const timer = setTimeout(() => end({ kind: "demorado" }), form.prazoMs);
    const count = (chunk: Buffer): void => {
      seen += chunk.length;
      if (seen > form.arquivoMax + MOLDURA_MAX + DESPREZO_MAX) end({ kind: "grande" });
    };
    parser.on("field", (nome, valor, nomeCortado, valorCortado) => {
      if (nomeCortado || valorCortado || !form.campos.includes(nome) || campos.has(nome)) broken();
      else campos.set(nome, valor);
    });
    parser.on("file", (_nome, stream) => {
      arquivos += 1;
      stream.on("error", broken);
      stream.on("limit", () => {
        grande = true;
        chunks.length = 0;
      });
      stream.on("data", (chunk: Buffer) => {
        if (!grande) chunks.push(chunk);
      });
    });
    for (const beyond of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(beyond, broken);
    parser.on("error", broken);
    parser.on("finish", () => {
      if (grande) return end({ kind: "grande" });
      end({ kind: "ok", campos, arquivo: arquivos === 0 ? null : Buffer.concat(chunks) });
    });
    req.on("data", count).on("close", gone);
    req.pipe(parser);
  });
}

function openParser(req: Request, contentType: string, { campos, arquivoMax }: Formulario) {
  try {
    return new Busboy({
      headers: { ...req.headers, "content-type": contentType },
      limits: {
        fieldNameSize: NOME_MAX,
        fieldSize: CAMPO_MAX,
        fields: campos.length,
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
