import type { Pagina } from "../pdf/pagina.ts";

/** A position where drawing continues; millimetres from the top. */
export type Lugar = { pagina: Pagina; y: number };

/** Margin on all sides, in millimetres. */
export const MARGEM = 10;
/** Blank between the edge of a column and its text. */
export const DENTRO = 1;
/** Grey backgrounds of every second row and of column heads. */
export const ZEBRA = 0.955;
export const FAIXA = 0.88;
export const FINO = { espessura: 0.25, cinza: 0.6 };
