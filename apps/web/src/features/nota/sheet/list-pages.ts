import { addAmount } from "@malote/syntax";
import type { NotaRow } from "../../../rpc/documents/queries.ts";

/** One sheet of a list. carried: count and sum of the sheets before; null on the first. */
export type ListSheetPage = {
  rows: readonly NotaRow[];
  carried: { count: number; sum: string } | null;
  sum: string;
};

/** Rows of 6.9 mm between letterhead and footer: the first sheet has a title, the others a carried sum. */
const FIRST_ROWS = 31;
const OTHER_ROWS = 33;

/** Splits a list into sheets with the sum of each, and what each carries over. */
export function toListPages(notas: readonly NotaRow[]): ListSheetPage[] {
  const first = notas.slice(0, FIRST_ROWS);
  const pages: ListSheetPage[] = [{ rows: first, carried: null, sum: sumOf(first) }];
  let carried = sumOf(first);
  for (let at = FIRST_ROWS; at < notas.length; at += OTHER_ROWS) {
    const rows = notas.slice(at, at + OTHER_ROWS);
    const sum = sumOf(rows);
    pages.push({ rows, carried: { count: at, sum: carried }, sum });
    carried = addAmount(carried, sum);
  }
  return pages;
}

/** The sum of values, as an amount. */
export function sumOf(notas: readonly Pick<NotaRow, "valorTotal">[]): string {
  return notas.reduce((sum, nota) => addAmount(sum, nota.valorTotal), "0.00");
}
