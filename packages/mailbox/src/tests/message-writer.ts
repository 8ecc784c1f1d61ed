import { randomBytes } from "node:crypto";

/** An unsigned document with root, namespace and accented letters. */
export function makeNfe(number = 1, encoding = "UTF-8"): string {
  const chave = `3526112739148500014855001${String(number).padStart(9, "0")}1201600727477`.slice(0, 44);
  return `<?xml version="1.0" encoding="${encoding}"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${chave}" versao="4.00"><ide><nNF>${number}</nNF><natOp>Operação de São João &amp; cia</natOp></ide></infNFe></NFe></nfeProc>`;
}

/** The same without XML declaration, as it is extracted from a text. */
export function bareNfe(number = 1): string {
  return makeNfe(number).replace(/^<\?xml[^>]*>/, "");
}

/** One part of a message: header lines, and content with one character per byte. */
export type MessagePiece = { header: readonly string[]; content: string | Buffer };

/** One part in base64, in lines of 76 characters. */
export function base64(header: readonly string[], bytes: Buffer | string): MessagePiece {
  const content = Buffer.from(bytes)
    .toString("base64")
    .replace(/.{76}(?=.)/g, "$&\r\n");
  return { header: [...header, "Content-Transfer-Encoding: base64"], content };
}

/** Writes a multipart message; `boundary` declares a boundary other than the one used. */
export function writeMultipart(
  pieces: readonly MessagePiece[],
  o: { head?: readonly string[]; boundary?: string } = {},
): Buffer {
  const line = `=_${randomBytes(6).toString("hex")}`;
  const head = o.head ?? ["From: nfe@fornecedor.example", "To: xml@cliente.example", "Subject: NF-e"];
  const body = pieces.flatMap(({ header, content }) => [
    Buffer.from(`--${line}\r\n${header.join("\r\n")}\r\n\r\n`, "latin1"),
    Buffer.from(content.toString("latin1"), "latin1"),
    Buffer.from("\r\n"),
  ]);
  const top = `${head.join("\r\n")}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${o.boundary ?? line}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(top, "latin1"), ...body, Buffer.from(`--${line}--\r\n`)]);
}

/** The UTF-8 bytes of a text, one character each. */
export function latin1Of(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
