import type { RawEncoding } from "../scan/raw-scan.ts";

/**
 * Origin of a part. `anexo`: a declared part. `body`: the body; `corpo-com-dfe`: a body with
 * pasted documents. `colado`: such a document. `resgate`: found only in the raw message.
 */
export type PartOrigin = "anexo" | "corpo" | "corpo-com-dfe" | "colado" | "resgate";

/**
 * One part of a message. `bytes` are exactly what the sender attached. Forwarded messages and other
 * containers are one part each, for example of type `message/rfc822`.
 */
export type Part = {
  /**
   * "1", "2", … in message order, containers not counted; "0" is the body, "0/1" a document pasted
   * into it.
   */
  caminho: string;
  /** A label, never a path. */
  nome: string | null;
  /** As declared, lower case; `application/octet-stream` when not declared. */
  tipo: string;
  /** An image that the HTML body displays. */
  embutida: boolean;
  /** Without angle brackets. */
  contentId: string | null;
  bytes: Uint8Array;
  origem: PartOrigin;
  /** Encoding of a `resgate` in the raw message. */
  escrita: RawEncoding | null;
};

/** The contents of a message, or of another container with a body and parts. */
export type BodyAndParts = {
  texto: string | null;
  html: string | null;
  colados: readonly Uint8Array[];
  partes: readonly Part[];
};

const DEFAULTS = { nome: null, embutida: false, contentId: null, escrita: null } as const;

/** Yields the body, the documents pasted into it, then the parts. */
export function* listParts({ texto, html, colados, partes }: BodyAndParts): Generator<Part> {
  const body = html ?? texto;
  if (body !== null) {
    const tipo = html === null ? "text/plain" : "text/html";
    const origem = colados.length === 0 ? "corpo" : "corpo-com-dfe";
    yield { ...DEFAULTS, caminho: "0", tipo, bytes: Buffer.from(body, "utf8"), origem };
  }
  for (const [i, bytes] of colados.entries()) yield toPastedPart(bytes, `0/${i + 1}`);
  yield* partes;
}

/** Makes a part of a document extracted from a longer text. */
export function toPastedPart(bytes: Uint8Array, caminho: string): Part {
  return { ...DEFAULTS, caminho, nome: "documento.xml", tipo: "application/xml", bytes, origem: "colado" };
}

/** Makes a part without further attributes. */
export function toPart({
  caminho,
  nome,
  bytes,
  tipo = "application/octet-stream",
}: Pick<Part, "caminho" | "nome" | "bytes"> & { tipo?: string }): Part {
  return { ...DEFAULTS, caminho, nome, tipo, bytes, origem: "anexo" };
}
