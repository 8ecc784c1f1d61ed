/** What the console shows of a message: enough of MIME for the mails that our own product writes.
 * `html` as it was written, its own images inside it (`data:`); null when there is none. */
export type EmailLido = { assunto: string; texto: string; html: string | null };

type Parte = {
  tipo: string;
  charset: string;
  codificacao: string;
  boundary: string | null;
  cid: string;
  corpo: string;
};

const DEPTH_MAX = 8;

export function readEmail(raw: Uint8Array): EmailLido {
  // latin1 keeps every byte as one character until the charset of a part is known.
  const message = Buffer.from(raw).toString("latin1");
  const { cabecalho } = splitParte(message);
  const partes = listPartes(message, 0);
  const html = htmlOf(partes);
  const plain = partes.find(({ tipo }) => tipo === "text/plain");
  return {
    assunto: decodeWords(headerOf(cabecalho, "subject")),
    texto: plain ? decodeBody(plain) : stripTags(html ?? ""),
    html,
  };
}

/** The leaves of a message, in order. */
function listPartes(message: string, depth: number): Parte[] {
  if (depth > DEPTH_MAX) return [];
  const parte = readParte(message);
  if (parte.boundary === null) return [parte];
  return splitBoundary(parte.corpo, parte.boundary).flatMap((inner) => listPartes(inner, depth + 1));
}

function htmlOf(partes: readonly Parte[]): string | null {
  const parte = partes.find(({ tipo }) => tipo === "text/html");
  if (!parte) return null;
  return decodeBody(parte).replace(/cid:([^"'\s)>]+)/gi, (all, cid: string) => {
    const image = partes.find((candidate) => candidate.cid === cid && candidate.tipo.startsWith("image/"));
    if (!image) return all;
    return `data:${image.tipo};base64,${bytesOf(image.corpo, image.codificacao).toString("base64")}`;
  });
}

function stripTags(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/[ \t]+/g, " ")
    .trim();
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
    cid: headerOf(cabecalho, "content-id").replace(/^<(.*)>$/, "$1"),
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
