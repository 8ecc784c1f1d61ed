import { familias, papeis } from "../app/tokens.ts";

export type Tema = "light" | "dark";

/** Colours of a chart's frame, and the words of its letter; an exported picture is always on paper. */
export function corOf(tema: Tema) {
  const { surface, line, text, "text-2": text2, "text-3": text3, tip, "on-tip": onTip } = papeis[tema];
  return { surface, line, text, text2, text3, tip, onTip };
}

/** Named letter by letter: an exported picture inherits none. */
export const LETRA = familias.sans;
