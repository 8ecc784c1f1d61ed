import type { Alinha } from "../pdf/pagina.ts";

/** A column of a report, `largura` in millimetres; all together fill {@link LARGURA_RELATORIO}. */
export type ColunaRelatorio = { titulo: string; largura: number; alinha?: Alinha };

/** A cell: its text, and a small text below it. */
export type CelulaRelatorio = { texto: string; abaixo?: string };

/** A row of the totals. */
export type TotalRelatorio = { rotulo: string; quantidade: string; valor: string };

/** A list to print. All texts come formatted; `data` is when it was requested, and the only date in the
 * file. */
export type Relatorio = {
  titulo: string;
  /** Name of the conta. */
  conta: string;
  /** The active filter, as text. */
  filtro: string;
  colunas: readonly ColunaRelatorio[];
  linhas: readonly (readonly CelulaRelatorio[])[];
  /** Column heads of the totals, and their rows; the last one is the grand total. */
  totais: { titulos: readonly [string, string, string]; linhas: readonly TotalRelatorio[] };
  /** A remark for the reader, below the totals. */
  observacao: string;
  /** Who requested it and when: at the bottom of every page. */
  gerado: string;
  data: Date;
};

/** Width of all columns in millimetres: A4 landscape without margins. */
export const LARGURA_RELATORIO = 277;
