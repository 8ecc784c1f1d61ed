import { isAscii } from "node:buffer";
import type { Sina } from "../gabarito.ts";
import type { Anexo } from "../mesa.ts";
import { type Entidade, type Fim, toBase64, toQuotedPrintable } from "./entidade.ts";
import { NOMES } from "./nomes.ts";

/** The transfer properties of an attachment: type, encoding and name style, each a name in its table. */
export type Transporte = { tipo: string; codificacao: string; nome: string };

/** Content types that senders declare for an XML, by name; null = the correct one. */
export const TIPOS: Readonly<Record<string, string | null>> = {
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

type Codificacao = {
  encode(bytes: Buffer, fim: Fim): Buffer;
  header: string | null;
  /** Only for text, or only for ASCII. */
  so?: "texto" | "ascii";
  /** Outcomes of other parts when the header is wrong. */
  soltas?: readonly Sina[];
};

/** Content-Transfer-Encodings by name; a binary file gets base64 instead of one for text only. */
export const CODIFICACOES: Readonly<Record<string, Codificacao>> = {
  base64: { header: "base64", encode: (bytes, fim) => toBase64(bytes, fim) },
  "base64-maiusculo": { header: "BASE64", encode: (bytes, fim) => toBase64(bytes, fim) },
  "base64-numa-linha": { header: "base64", encode: (bytes, fim) => toBase64(bytes, fim, 0) },
  "base64-sem-enchimento": {
    header: "base64",
    encode: (bytes, fim) => Buffer.from(toBase64(bytes, fim).toString("latin1").replace(/=+$/, "")),
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
    soltas: ["erro/xml-mal-formado", "pacote"],
    encode: (bytes) => bytes,
  },
  "quoted-printable-que-e-texto": {
    header: "quoted-printable",
    so: "texto",
    soltas: ["pacote"],
    encode: (bytes) => bytes,
  },
};

/** The usual transfer properties: base64, correct type, name in both fields. */
export const TRANSPORTE_COMUM: Transporte = { tipo: "tipo-certo", codificacao: "base64", nome: "nos-dois" };

/** Writes an attachment as an entity. */
export function carry(anexo: Anexo, { tipo, codificacao, nome }: Transporte, fim: Fim): Entidade {
  const estilo = NOMES[anexo.nome === null ? "sem-nome" : nome];
  const wanted = CODIFICACOES[codificacao];
  const fallback = CODIFICACOES.base64;
  if (!estilo || !wanted || !fallback || !(tipo in TIPOS))
    throw new RangeError(`${tipo}/${codificacao}/${nome}`);
  const how = fits(anexo.bytes, wanted) ? wanted : fallback;
  const campos = [...estilo(TIPOS[tipo] ?? anexo.tipo, anexo.nome ?? "")];
  if (how.header !== null) campos.push(["Content-Transfer-Encoding", how.header]);
  if (anexo.cid) campos.push(["Content-ID", `<${anexo.cid}>`]);
  return { campos, corpo: how.encode(anexo.bytes, fim) };
}

function fits(bytes: Buffer, { so }: Codificacao): boolean {
  if (so === undefined) return true;
  return isText(bytes) && (so === "texto" || isAscii(bytes));
}

/** Whether the bytes survive transfer as text unchanged: no NUL, and no line end other than CRLF. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && !/(?<!\r)\n|\r(?!\n)/.test(bytes.toString("latin1"));
}
