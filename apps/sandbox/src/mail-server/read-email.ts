import { fieldOf, type MimeNode, parseMimeTree } from "./mime-tree.ts";

/**
 * The displayed parts of a message: enough MIME for the e-mails of the product. `html` is as sent,
 * with its own images as `data:`; null when there is none.
 */
export type ParsedEmail = { assunto: string; texto: string; html: string | null };

/** @param raw the message as received, or its beginning */
export function readEmail(raw: Uint8Array): ParsedEmail {
  const raiz = parseMimeTree(Buffer.from(raw).toString("latin1"));
  const partes = listLeaves(raiz);
  const html = htmlOf(partes);
  const plain = partes.find(({ tipo }) => tipo === "text/plain");
  return {
    assunto: decodeWords(fieldOf(raiz.cabecalho, "subject")),
    texto: plain ? decodeBody(plain) : stripTags(html ?? ""),
    html,
  };
}

/** The parts that are no multipart, in order. */
function listLeaves(node: MimeNode): MimeNode[] {
  return node.tipo.startsWith("multipart/") ? node.filhos.flatMap(listLeaves) : [node];
}

function htmlOf(partes: readonly MimeNode[]): string | null {
  const parte = partes.find(({ tipo }) => tipo === "text/html");
  if (!parte) return null;
  return decodeBody(parte).replace(/cid:([^"'\s)>]+)/gi, (all, cid: string) => {
    const image = partes.find((node) => node.tipo.startsWith("image/") && cidOf(node) === cid);
    return image ? `data:${image.tipo};base64,${bytesOf(image).toString("base64")}` : all;
  });
}

function cidOf({ cabecalho }: MimeNode): string {
  return fieldOf(cabecalho, "content-id").replace(/^<(.*)>$/, "$1");
}

function stripTags(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/[ \t]+/g, " ")
    .trim();
}

function decodeBody(node: MimeNode): string {
  return decodeBytes(bytesOf(node), node.parametros.get("charset") ?? "utf-8").replaceAll("\r\n", "\n");
}

function bytesOf({ cabecalho, corpo }: MimeNode): Buffer {
  const codificacao = fieldOf(cabecalho, "content-transfer-encoding").toLowerCase();
  if (codificacao === "base64") return Buffer.from(corpo, "base64");
  if (codificacao === "quoted-printable") return decodeQuoted(corpo.replace(/=\r?\n/g, ""));
  return Buffer.from(corpo, "latin1");
}

function decodeQuoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1");
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/** Decodes encoded words of a header.   @source RFC 2047 */
function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, "?==?");
  return joined.replace(
    /=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi,
    (_, charset: string, kind: string, body: string) => {
      const bytes =
        kind.toUpperCase() === "B" ? Buffer.from(body, "base64") : decodeQuoted(body.replaceAll("_", " "));
      return decodeBytes(bytes, charset);
    },
  );
}
