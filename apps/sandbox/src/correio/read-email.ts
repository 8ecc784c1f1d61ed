/** What the console shows of a message: enough of MIME for the mails that our own product writes. */
export type EmailLido = { assunto: string; texto: string };

type Parte = { tipo: string; charset: string; codificacao: string; boundary: string | null; corpo: string };

const DEPTH_MAX = 8;

export function readEmail(raw: Uint8Array): EmailLido {
  // latin1 keeps every byte as one character until the charset of a part is known.
  const message = Buffer.from(raw).toString("latin1");
  const { cabecalho } = splitParte(message);
  return { assunto: decodeWords(headerOf(cabecalho, "subject")), texto: textOf(message, 0) ?? "" };
}

/** The first text/plain part, else the first text/html without its tags. */
function textOf(message: string, depth: number): string | null {
  if (depth > DEPTH_MAX) return null;
  const parte = readParte(message);
  if (parte.boundary !== null) {
    const texts = splitBoundary(parte.corpo, parte.boundary).map((inner) => textOf(inner, depth + 1));
    return texts.find((text) => text !== null) ?? null;
  }
  if (parte.tipo === "text/plain") return decodeBody(parte);
  if (parte.tipo === "text/html")
    return decodeBody(parte)
      .replace(/<[^>]+>/g, " ")
      .replace(/[ \t]+/g, " ")
      .trim();
  return null;
}

function splitParte(message: string): { cabecalho: string; corpo: string } {
  const match = /\r?\n\r?\n/.exec(message);
  if (!match) return { cabecalho: message, corpo: "" };
  return { cabecalho: message.slice(0, match.index), corpo: message.slice(match.index + match[0].length) };
}

function readParte(message: string): Parte {
  const { cabecalho, corpo } = splitParte(message);
  const contentType = headerOf(cabecalho, "content-type") || "text/plain";
  const parameter = (name: string): string | null =>
    new RegExp(`${name}="?([^";\\s]+)`, "i").exec(contentType)?.[1] ?? null;
  const tipo = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return {
    tipo,
    charset: parameter("charset") ?? "utf-8",
    codificacao: headerOf(cabecalho, "content-transfer-encoding").toLowerCase(),
    boundary: tipo.startsWith("multipart/") ? parameter("boundary") : null,
    corpo,
  };
}

function headerOf(cabecalho: string, name: string): string {
  const unfolded = cabecalho.replace(/\r?\n[ \t]+/g, " ");
  return new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
}

function splitBoundary(corpo: string, boundary: string): string[] {
  const parts = corpo.split(`--${boundary}`).slice(1);
  return parts.filter((part) => !part.startsWith("--")).map((part) => part.replace(/^\r?\n/, ""));
}

function decodeBody({ corpo, codificacao, charset }: Parte): string {
  return decodeBytes(bytesOf(corpo, codificacao), charset).replaceAll("\r\n", "\n");
}

function bytesOf(corpo: string, codificacao: string): Buffer {
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

/** Encoded words of a header.   @source RFC 2047 */
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
