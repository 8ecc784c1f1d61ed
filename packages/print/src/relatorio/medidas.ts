import type { Pagina } from "../pdf/pagina.ts";

/** A place on a page from which drawing goes on; millimetres from the top. */
export type Lugar = { pagina: Pagina; y: number };

/** Margin on all sides, in millimetres. */
export const MARGEM = 10;
/** Blank between the edge of a column and its text. */
export const DENTRO = 1;
/** Greys behind every second row, and behind heads. */
export const ZEBRA = 0.955;
export const FAIXA = 0.88;
export const FINO = { espessura: 0.25, cinza: 0.6 };
