/** A message or part as a tree. Texts are latin1: one character per byte. */
export type MimeNode = {
  /** The header with the blank line that ends it. */
  cabecalho: string;
  corpo: string;
  /** In lower case: `text/plain`. */
  tipo: string;
  parametros: ReadonlyMap<string, string>;
  /** The parts of a multipart; for message/rfc822, the one message. */
  filhos: readonly MimeNode[];
};

const DEPTH_MAX = 10;

/** @source RFC 2045 §5; RFC 2046 §5.1 */
export function parseMimeTree(message: string, depth = 0): MimeNode {
  // A part without a header starts with the blank line.
  const blank = /^\r?\n|\r?\n\r?\n/.exec(message);
  const end = blank ? blank.index + blank[0].length : message.length;
  const cabecalho = message.slice(0, end);
  const corpo = message.slice(end);
  const { valor, parametros } = parseFieldValue(fieldOf(cabecalho, "content-type") || "text/plain");
  const tipo = valor.toLowerCase();
  return { cabecalho, corpo, tipo, parametros, filhos: readChildren({ tipo, parametros, corpo }, depth) };
}

function readChildren(o: Pick<MimeNode, "tipo" | "parametros" | "corpo">, depth: number): MimeNode[] {
  if (depth >= DEPTH_MAX) return [];
  if (o.tipo === "message/rfc822") return [parseMimeTree(o.corpo, depth + 1)];
  const boundary = o.tipo.startsWith("multipart/") ? o.parametros.get("boundary") : undefined;
  if (!boundary) return [];
  return splitParts(o.corpo, boundary).map((part) => parseMimeTree(part, depth + 1));
}

/** The texts between the delimiter lines; the line break before a delimiter belongs to it. */
function splitParts(corpo: string, boundary: string): string[] {
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=\\r?\\n|$)`, "g");
  const parts: string[] = [];
  let start = -1;
  for (const match of corpo.matchAll(delimiter)) {
    if (start >= 0) parts.push(corpo.slice(start, match.index));
    if (match[1]) return parts;
    const end = match.index + match[0].length;
    start = end + (/^\r?\n/.exec(corpo.slice(end, end + 2))?.[0].length ?? 0);
  }
  return start >= 0 ? [...parts, corpo.slice(start)] : parts;
}

/** An unfolded header field; "" when absent. */
export function fieldOf(cabecalho: string, nome: string): string {
  const unfolded = cabecalho.replace(/\r?\n[ \t]+/g, " ");
  const escaped = nome.replace(/[^A-Za-z0-9-]/g, "");
  return new RegExp(`^${escaped}:[ \\t]*(.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
}

/** A value and its parameters, as in Content-Type and Content-Disposition; names in lower case. */
export function parseFieldValue(text: string): { valor: string; parametros: ReadonlyMap<string, string> } {
  const parametros = new Map<string, string>();
  for (const [, nome = "", quoted, plain] of text.matchAll(
    /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  ))
    parametros.set(nome.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
  return { valor: text.split(";", 1)[0]?.trim() ?? "", parametros };
}
