import type { Alinha } from "../pdf/pagina.ts";

/** A column of a report, `largura` in millimetres; together they fill {@link LARGURA_RELATORIO}. */
export type ColunaRelatorio = { titulo: string; largura: number; alinha?: Alinha };

/** One cell: what it says, and what stands small below it. */
export type CelulaRelatorio = { texto: string; abaixo?: string };

/** One line of the sums. */
export type TotalRelatorio = { rotulo: string; quantidade: string; valor: string };

/** A list on paper. All words come ready to be read; `data` is when it was asked for, and all that the file says of time. */
export type Relatorio = {
  titulo: string;
  /** Whose list it is. */
  conta: string;
  /** What restricts it, in words. */
  filtro: string;
  colunas: readonly ColunaRelatorio[];
  linhas: readonly (readonly CelulaRelatorio[])[];
  /** Headings of the sums, and the sums; the last one is that of all. */
  totais: { titulos: readonly [string, string, string]; linhas: readonly TotalRelatorio[] };
  /** What the reader must know of it, below the sums. */
  observacao: string;
  /** Who asked for it, and when: at the foot of every page. */
  gerado: string;
  data: Date;
};

/** Width of all columns together, in millimetres: A4 across, less its margins. */
export const LARGURA_RELATORIO = 277;
