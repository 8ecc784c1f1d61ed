import type { Escrita } from "../scan/raw-scan.ts";

/**
 * Where a part came from: `anexo` is a part of the message as it declares itself, `corpo` its body, in which documents were pasted when it
 * is `corpo-com-dfe`; these follow as `colado`. A `resgate` stands in the raw message only.
 */
export type Origem = "anexo" | "corpo" | "corpo-com-dfe" | "colado" | "resgate";

/** One part of a message. `bytes` are what the sender attached, byte for byte; a forwarded message is one part of type
 * `message/rfc822`, and so is whatever else has to be opened. */
export type ParteLida = {
  /** "1", "2", … in the order of the message, containers not counted; "0" is the body, "0/1" a document pasted into it. */
  caminho: string;
  /** A label, never a path. */
  nome: string | null;
  /** As declared, lower case; `application/octet-stream` when it is not said. */
  tipo: string;
  /** A picture that the HTML body shows. */
  embutida: boolean;
  /** Without angle brackets. */
  contentId: string | null;
  bytes: Uint8Array;
  origem: Origem;
  /** How a `resgate` was written where it was found. */
  escrita: Escrita | null;
};

/** What there is of a message, or of anything that has a body and parts. */
export type Desmontada = {
  texto: string | null;
  html: string | null;
  colados: readonly Uint8Array[];
  partes: readonly ParteLida[];
};

const SIMPLES = { nome: null, embutida: false, contentId: null, escrita: null } as const;

/** All of it in order: the body, the documents pasted into it, the parts. */
export function* listPartes({ texto, html, colados, partes }: Desmontada): Generator<ParteLida> {
  const corpo = html ?? texto;
  if (corpo !== null) {
    const tipo = html === null ? "text/plain" : "text/html";
    const origem = colados.length === 0 ? "corpo" : "corpo-com-dfe";
    yield { ...SIMPLES, caminho: "0", tipo, bytes: Buffer.from(corpo, "utf8"), origem };
  }
  for (const [i, bytes] of colados.entries()) yield toColado(bytes, `0/${i + 1}`);
  yield* partes;
}

/** A document that was cut out of something longer. */
export function toColado(bytes: Uint8Array, caminho: string): ParteLida {
  return { ...SIMPLES, caminho, nome: "documento.xml", tipo: "application/xml", bytes, origem: "colado" };
}

/** A part that says of itself no more than this. */
export function toParte({
  caminho,
  nome,
  bytes,
  tipo = "application/octet-stream",
}: Pick<ParteLida, "caminho" | "nome" | "bytes"> & { tipo?: string }): ParteLida {
  return { ...SIMPLES, caminho, nome, tipo, bytes, origem: "anexo" };
}
