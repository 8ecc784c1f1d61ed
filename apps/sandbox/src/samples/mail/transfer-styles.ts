import { isAscii } from "node:buffer";
import type { PartOutcome } from "../expected-result.ts";
import type { Anexo } from "../sample-context.ts";
import { type LineEnd, type MimeEntity, toBase64, toQuotedPrintable } from "./mime-entity.ts";
import { NAME_STYLES } from "./name-styles.ts";

/** The transfer properties of an attachment: type, encoding and name style, each a name in its table. */
export type TransferStyle = { tipo: string; codificacao: string; nome: string };

/** Content types that senders declare for an XML, by name; null = the correct one. */
export const CONTENT_TYPES: Readonly<Record<string, string | null>> = {
  "tipo-certo": null,
  "text-xml": "text/xml",
  "application-xml": "application/xml",
  "text-xml-com-charset": "text/xml; charset=utf-8",
  "text-xml-charset-mentiroso": "text/xml; charset=us-ascii",
  "octet-stream": "application/octet-stream",
  "x-zip-que-nao-e": "application/x-zip-compressed",
  "text-plain": "text/plain",
  "text-plain-com-charset": 'text/plain; charset="iso-8859-1"; format=flowed',
  "text-html-que-nao-e": "text/html",
  "image-que-nao-e": "image/jpeg",
  "pdf-que-nao-e": "application/pdf",
  "tipo-inventado": "application/nfe+xml",
  "tipo-sem-barra": "xml",
};

type TransferEncoding = {
  encode(bytes: Buffer, lineEnd: LineEnd): Buffer;
  header: string | null;
  /** Only for text, or only for ASCII. */
  so?: "texto" | "ascii";
  /** Outcomes of other parts when the header is wrong. */
  otherOutcomes?: readonly PartOutcome[];
};

/** Content-Transfer-Encodings by name; a binary file gets base64 instead of one for text only. */
export const TRANSFER_ENCODINGS: Readonly<Record<string, TransferEncoding>> = {
  base64: { header: "base64", encode: (bytes, lineEnd) => toBase64(bytes, lineEnd) },
  "base64-maiusculo": { header: "BASE64", encode: (bytes, lineEnd) => toBase64(bytes, lineEnd) },
  "base64-numa-linha": { header: "base64", encode: (bytes, lineEnd) => toBase64(bytes, lineEnd, 0) },
  "base64-sem-enchimento": {
    header: "base64",
    encode: (bytes, lineEnd) => Buffer.from(toBase64(bytes, lineEnd).toString("latin1").replace(/=+$/, "")),
  },
  "quoted-printable": { header: "quoted-printable", encode: toQuotedPrintable },
  "8bit": { header: "8bit", so: "texto", encode: (bytes) => bytes },
  binary: { header: "binary", so: "texto", encode: (bytes) => bytes },
  "sem-codificacao": { header: null, so: "texto", encode: (bytes) => bytes },
  "7bit-que-e-8bit": { header: "7bit", so: "texto", encode: (bytes) => bytes },
  "7bit": { header: "7bit", so: "ascii", encode: (bytes) => bytes },
  "base64-que-e-texto": {
    header: "base64",
    so: "texto",
    // Decoded as declared, the file is noise; the document is readable in the raw message.
    otherOutcomes: ["erro/xml-mal-formado", "pacote"],
    encode: (bytes) => bytes,
  },
  "quoted-printable-que-e-texto": {
    header: "quoted-printable",
    so: "texto",
    otherOutcomes: ["pacote"],
    encode: (bytes) => bytes,
  },
};

/** The usual transfer properties: base64, correct type, name in both fields. */
export const USUAL_TRANSFER: TransferStyle = { tipo: "tipo-certo", codificacao: "base64", nome: "nos-dois" };

/** Writes an attachment as an entity. */
export function carry(
  anexo: Anexo,
  { tipo, codificacao, nome }: TransferStyle,
  lineEnd: LineEnd,
): MimeEntity {
  const style = NAME_STYLES[anexo.nome === null ? "sem-nome" : nome];
  const wanted = TRANSFER_ENCODINGS[codificacao];
  const fallback = TRANSFER_ENCODINGS.base64;
  if (!style || !wanted || !fallback || !(tipo in CONTENT_TYPES))
    throw new RangeError(`${tipo}/${codificacao}/${nome}`);
  const how = fits(anexo.bytes, wanted) ? wanted : fallback;
  const campos = [...style(CONTENT_TYPES[tipo] ?? anexo.tipo, anexo.nome ?? "")];
  if (how.header !== null) campos.push(["Content-Transfer-Encoding", how.header]);
  if (anexo.cid) campos.push(["Content-ID", `<${anexo.cid}>`]);
  return { campos, corpo: how.encode(anexo.bytes, lineEnd) };
}

function fits(bytes: Buffer, { so }: TransferEncoding): boolean {
  if (so === undefined) return true;
  return isText(bytes) && (so === "texto" || isAscii(bytes));
}

/** Whether the bytes survive transfer as text unchanged: no NUL, and no line end other than CRLF. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && !/(?<!\r)\n|\r(?!\n)/.test(bytes.toString("latin1"));
}
