/** An argument of a command. Strings are latin1: one character per byte. */
export type Arg =
  | { tipo: "atomo"; texto: string }
  | { tipo: "texto"; texto: string }
  | { tipo: "lista"; itens: readonly Arg[] };

const DEPTH_MAX = 16;
const LITERAL = /\{([0-9]+)\+?\}\r?\n/y;
const QUOTED = /"((?:[^"\\\r\n]|\\["\\])*)"/y;
/**
 * An atom, including a section in brackets with spaces: `BODY.PEEK[HEADER.FIELDS (FROM)]<0.80>`.
 */
const ATOM = /[^\s(){"[\]]+(?:\[[^\]\r\n]*\](?:<[0-9.]+>)?)?/y;

/** Parses the arguments of a command; null when malformed.   @source RFC 3501 §9 */
export function parseArgs(text: string): Arg[] | null {
  const leitura = { text, at: 0 };
  const itens = readItens(leitura, 0);
  return itens && leitura.at === text.length ? itens : null;
}

type Leitura = { text: string; at: number };

function readItens(leitura: Leitura, depth: number): Arg[] | null {
  const itens: Arg[] = [];
  if (depth > DEPTH_MAX) return null;
  while (leitura.at < leitura.text.length) {
    const char = leitura.text[leitura.at];
    if (char === ")") return itens;
    if (char === " ") {
      leitura.at += 1;
      continue;
    }
    const item = char === "(" ? readLista(leitura, depth) : readTexto(leitura);
    if (!item) return null;
    itens.push(item);
  }
  return itens;
}

function readLista(leitura: Leitura, depth: number): Arg | null {
  leitura.at += 1;
  const itens = readItens(leitura, depth + 1);
  if (!itens || leitura.text[leitura.at] !== ")") return null;
  leitura.at += 1;
  return { tipo: "lista", itens };
}

function readTexto(leitura: Leitura): Arg | null {
  const literal = match(leitura, LITERAL);
  if (literal) {
    const end = leitura.at + Number(literal[1]);
    const texto = leitura.text.slice(leitura.at, end);
    leitura.at = end;
    return { tipo: "texto", texto };
  }
  const quoted = match(leitura, QUOTED);
  if (quoted) return { tipo: "texto", texto: (quoted[1] ?? "").replace(/\\(["\\])/g, "$1") };
  const atom = match(leitura, ATOM);
  return atom ? { tipo: "atomo", texto: atom[0] } : null;
}

function match(leitura: Leitura, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = leitura.at;
  const found = pattern.exec(leitura.text);
  if (found) leitura.at = pattern.lastIndex;
  return found;
}

/** The text of an atom or a string; null for a list or no argument. */
export function textOf(arg: Arg | undefined): string | null {
  return arg && arg.tipo !== "lista" ? arg.texto : null;
}

/** The same decoded as UTF-8, for text typed by a user: a password, a search term. */
export function utf8Of(arg: Arg | undefined): string | null {
  const texto = textOf(arg);
  return texto === null ? null : Buffer.from(texto, "latin1").toString("utf8");
}

/** The atoms of a list or of a single atom; null when other arguments are among them. */
export function wordsOf(arg: Arg | undefined): string[] | null {
  const itens = arg?.tipo === "lista" ? arg.itens : arg ? [arg] : [];
  const words = itens.map(textOf);
  return words.every((word) => word !== null) ? words : null;
}
