import { familias, papeis } from "../app/tokens.ts";

export type Tema = "light" | "dark";

/** Colours of a chart's frame; an exported image always uses the light theme. */
export function corOf(tema: Tema) {
  const { surface, line, text, "text-2": text2, "text-3": text3, tip, "on-tip": onTip } = papeis[tema];
  return { surface, line, text, text2, text3, tip, onTip };
}

/** The full font list: an exported image inherits none. */
export const LETRA = familias.sans;
