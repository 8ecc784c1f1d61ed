import type { Page } from "../page/page.ts";

/** A position where drawing continues; millimetres from the top. */
export type Place = { page: Page; y: number };

/** Margin on all sides, in millimetres. */
export const MARGIN = 10;
/** Blank between the edge of a column and its text. */
export const COLUMN_PADDING = 1;
/** Grey backgrounds of every second row and of column heads. */
export const ZEBRA = 0.955;
export const HEADS_GREY = 0.88;
export const THIN_STROKE = { thickness: 0.25, grey: 0.6 };
