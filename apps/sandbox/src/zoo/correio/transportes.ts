import type { Anexo } from "../mesa.ts";
import { type Entidade, type Fim, toBase64, toQuotedPrintable } from "./entidade.ts";
import { NOMES } from "./nomes.ts";

/** How one attachment travels: each a choice of its own, by name. */
export type Transporte = { tipo: string; codificacao: string; nome: string };

/** Content types that senders give to an XML, by the name of the choice; null = what the file is. */
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

type Codificacao = { encode(bytes: Buffer, fim: Fim): Buffer; header: string | null; soTexto: boolean };

/** Content-Transfer-Encodings, by name; those of text alone are given base64 instead where the file is binary. */
export const CODIFICACOES: Readonly<Record<string, Codificacao>> = {
  base64: { header: "base64", soTexto: false, encode: (bytes, fim) => toBase64(bytes, fim) },
  "base64-maiusculo": { header: "BASE64", soTexto: false, encode: (bytes, fim) => toBase64(bytes, fim) },
  "base64-numa-linha": { header: "base64", soTexto: false, encode: (bytes, fim) => toBase64(bytes, fim, 0) },
  "base64-sem-enchimento": {
    header: "base64",
    soTexto: false,
    encode: (bytes, fim) => Buffer.from(toBase64(bytes, fim).toString("latin1").replace(/=+$/, "")),
  },
  "quoted-printable": { header: "quoted-printable", soTexto: false, encode: toQuotedPrintable },
  "8bit": { header: "8bit", soTexto: true, encode: (bytes) => bytes },
  binary: { header: "binary", soTexto: true, encode: (bytes) => bytes },
  "sem-codificacao": { header: null, soTexto: true, encode: (bytes) => bytes },
  "7bit-que-e-8bit": { header: "7bit", soTexto: true, encode: (bytes) => bytes },
  "base64-que-e-texto": { header: "base64", soTexto: true, encode: (bytes) => bytes },
  "quoted-printable-que-e-texto": { header: "quoted-printable", soTexto: true, encode: (bytes) => bytes },
};

/** What a mailer does with the files of a company: base64, honest type, name in both fields. */
export const TRANSPORTE_COMUM: Transporte = { tipo: "tipo-certo", codificacao: "base64", nome: "nos-dois" };

/** Puts an attachment into an entity. */
export function carry(anexo: Anexo, { tipo, codificacao, nome }: Transporte, fim: Fim): Entidade {
  const estilo = NOMES[anexo.nome === null ? "sem-nome" : nome];
  const wanted = CODIFICACOES[codificacao];
  const fallback = CODIFICACOES.base64;
  if (!estilo || !wanted || !fallback || !(tipo in TIPOS))
    throw new RangeError(`${tipo}/${codificacao}/${nome}`);
  const how = wanted.soTexto && !isText(anexo.bytes) ? fallback : wanted;
  const campos = [...estilo(TIPOS[tipo] ?? anexo.tipo, anexo.nome ?? "")];
  if (how.header !== null) campos.push(["Content-Transfer-Encoding", how.header]);
  if (anexo.cid) campos.push(["Content-ID", `<${anexo.cid}>`]);
  return { campos, corpo: how.encode(anexo.bytes, fim) };
}

/** Whether bytes go through lines of text unchanged: no NUL, and no line end but CRLF. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && !/(?<!\r)\n|\r(?!\n)/.test(bytes.toString("latin1"));
}
