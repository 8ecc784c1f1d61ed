import { gzipSync } from "node:zlib";
import { zipOf } from "./zip.ts";

/** Hostile messages, generated and never stored: small to transmit and costly to read. */

const NS = "http://www.portalfiscal.inf.br/nfe";
const BASE64_LINE = 76;

/** A lote of docZips in an answer of the distribution service; `copies` repeats the docZips. */
export function loteOf(documentos: readonly string[], copies: number): string {
  const docs = documentos
    .map(
      (xml, i) =>
        `<docZip NSU="${i + 1}" schema="procNFe_v4.00.xsd">${gzipSync(xml).toString("base64")}</docZip>`,
    )
    .join("");
  return `<retDistDFeInt xmlns="${NS}" versao="1.01"><tpAmb>1</tpAmb><loteDistDFeInt>${docs.repeat(copies)}</loteDistDFeInt></retDistDFeInt>`;
}

/** A signed nota damaged so that each repair yields another text and none yields the original.
 * @param xml a signed nota @param bytes approximate size */
export function damage(xml: string, bytes: number): string {
  const changed = xml.replace(/<vNF>[^<]+/, "<vNF>9999999.99");
  const wrapped = changed
    .replace(/></g, ">\n  <")
    .replace(/<infCpl>|<\/infAdic>/, (tag) => `${tag}x &#13;\n y `);
  const twice = new TextDecoder("windows-1252").decode(Buffer.from(wrapped));
  const filler = " palavra\n palavra &#13;".repeat(Math.max(0, Math.floor((bytes - twice.length) / 23)));
  return twice.replace(/<xProd>/, (tag) => `${tag}${filler}`);
}

/** A message with files attached. */
export function emailOf(
  anexos: readonly { nome: string; bytes: Uint8Array }[],
  assunto = "Notas do mês",
): Buffer {
  const parts = anexos.map(
    ({ nome, bytes }) =>
      `--b\r\nContent-Type: application/octet-stream; name="${nome}"\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${nome}"\r\n\r\n${foldBase64(bytes)}\r\n`,
  );
  const head =
    `From: Fornecedor <nfe@fornecedor.example>\r\nTo: nfe@casa.example\r\nSubject: ${assunto}\r\n` +
    `Date: Fri, 20 Nov 2026 10:00:00 -0300\r\nMessage-ID: <${anexos.length}-${parts.join("").length}@fornecedor.example>\r\n` +
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n';
  return Buffer.from(`${head}${parts.join("")}--b--\r\n`);
}

function foldBase64(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64");
  return text.replace(new RegExp(`.{${BASE64_LINE}}`, "g"), "$&\r\n");
}

/** One lote of 190 damaged docZips in a ZIP: about 20 KB that expand to 50 MB, each document tried
 * with every repair. */
export async function emailOfOneLote(xml: string, assunto?: string): Promise<Buffer> {
  return await emailOfLotes(xml, 1, assunto);
}

/** A ZIP of 40 lotes: about 900 KB that expand to 2.1 GB. */
export async function emailOfFortyLotes(xml: string): Promise<Buffer> {
  return await emailOfLotes(xml, 40);
}

/** A ZIP of lotes, each of 190 damaged docZips: about 22 KB that expand to 50 MB. */
export async function emailOfLotes(xml: string, count: number, assunto?: string): Promise<Buffer> {
  const lote = loteOf([damage(xml, 262_000)], 190);
  const lotes = Array.from({ length: count }, (_, i) => ({
    nome: `lote-${i + 1}.xml`,
    bytes: Buffer.from(lote.replace("<tpAmb>", `<!-- ${i} --><tpAmb>`)),
  }));
  return emailOf([{ nome: "lotes.zip", bytes: await zipOf(lotes) }], assunto);
}
