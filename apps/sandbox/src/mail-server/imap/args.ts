/** An argument of a command. Strings are latin1: one character per byte. */
export type Arg =
  | { tipo: "atomo"; texto: string }
  | { tipo: "texto"; texto: string }
  | { tipo: "lista"; items: readonly Arg[] };

const DEPTH_MAX = 16;
const LITERAL = /\{([0-9]+)\+?\}\r?\n/y;
const QUOTED = /"((?:[^"\\\r\n]|\\["\\])*)"/y;
/**
 * An atom, including a section in brackets with spaces: `BODY.PEEK[HEADER.FIELDS (FROM)]<0.80>`.
 */
const ATOM = /[^\s(){"[\]]+(?:\[[^\]\r\n]*\](?:<[0-9.]+>)?)?/y;

/** Parses the arguments of a command; null when malformed.   @source RFC 3501 §9 */
export function parseArgs(text: string): Arg[] | null {
  const state = { text, at: 0 };
  const items = readItems(state, 0);
  return items && state.at === text.length ? items : null;
}

type ParseState = { text: string; at: number };

function readItems(state: ParseState, depth: number): Arg[] | null {
  const items: Arg[] = [];
  if (depth > DEPTH_MAX) return null;
  while (state.at < state.text.length) {
    const char = state.text[state.at];
    if (char === ")") return items;
    if (char === " ") {
      state.at += 1;
      continue;
    }
    const item = char === "(" ? readList(state, depth) : readText(state);
    if (!item) return null;
    items.push(item);
  }
  return items;
}

function readList(state: ParseState, depth: number): Arg | null {
  state.at += 1;
  const items = readItems(state, depth + 1);
  if (!items || state.text[state.at] !== ")") return null;
  state.at += 1;
  return { tipo: "lista", items };
}

function readText(state: ParseState): Arg | null {
  const literal = match(state, LITERAL);
  if (literal) {
    const end = state.at + Number(literal[1]);
    const texto = state.text.slice(state.at, end);
    state.at = end;
    return { tipo: "texto", texto };
  }
  const quoted = match(state, QUOTED);
  if (quoted) return { tipo: "texto", texto: (quoted[1] ?? "").replace(/\\(["\\])/g, "$1") };
  const atom = match(state, ATOM);
  return atom ? { tipo: "atomo", texto: atom[0] } : null;
}

function match(state: ParseState, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.text);
  if (found) state.at = pattern.lastIndex;
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
  const items = arg?.tipo === "lista" ? arg.items : arg ? [arg] : [];
  const words = items.map(textOf);
  return words.every((word) => word !== null) ? words : null;
}
