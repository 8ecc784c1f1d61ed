import { PAGE_DEPTH_MAX, PAGE_SIZE, TOTAL_EXATO_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** Rows to take and to leap over. */
export type Pagina = { limit: number; offset: number };

/**
 * Pages count from 1; 20 rows unless asked.
 * @throws {Refusal} paginaFunda beyond the deepest row
 */
export function readPagina(params: {
  currentPage?: number | undefined;
  pageSize?: number | undefined;
}): Pagina {
  const limit = params.pageSize ?? PAGE_SIZE;
  const offset = ((params.currentPage ?? 1) - 1) * limit;
  if (offset + limit > PAGE_DEPTH_MAX && offset > 0) {
    throw new Refusal("paginaFunda", { values: { limite: formatInteiro(PAGE_DEPTH_MAX) } });
  }
  return { limit, offset };
}

/** How many rows a list has. totalExato: false when there are more than were counted. */
export type Total = { totalCount: number; totalExato: boolean };

/**
 * The total of a list of which one page was read.
 * @param count asked only when the page does not tell; counts up to one above {@link TOTAL_EXATO_MAX}
 */
export async function readTotal(
  { limit, offset }: Pagina,
  found: number,
  count: () => Promise<number>,
): Promise<Total> {
  // A page that is not full is the last: its end is the total.
  const isLast = found < limit && (found > 0 || offset === 0);
  const total = isLast ? offset + found : await count();
  return { totalCount: Math.min(total, TOTAL_EXATO_MAX), totalExato: total <= TOTAL_EXATO_MAX };
}
