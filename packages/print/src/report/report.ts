import type { Align } from "../page/page.ts";

/** A column of a report, `width` in millimetres; all together fill {@link REPORT_WIDTH}. */
export type ReportColumn = { title: string; width: number; align?: Align };

/** A cell: its text, and a small text below it. */
export type ReportCell = { text: string; below?: string };

/** A row of the totals. */
export type ReportTotal = { label: string; quantidade: string; valor: string };

/** A list to print. All texts come formatted; `data` is when it was requested, and the only date in the
 * file. */
export type Report = {
  title: string;
  /** Name of the conta. */
  conta: string;
  /** The active filter, as text. */
  filter: string;
  columns: readonly ReportColumn[];
  lines: readonly (readonly ReportCell[])[];
  /** Column heads of the totals, and their rows; the last one is the grand total. */
  totais: { titulos: readonly [string, string, string]; lines: readonly ReportTotal[] };
  /** A remark for the reader, below the totals. */
  observacao: string;
  /** Who requested it and when: at the bottom of every page. */
  gerado: string;
  data: Date;
};

/** Width of all columns in millimetres: A4 landscape without margins. */
export const REPORT_WIDTH = 277;
