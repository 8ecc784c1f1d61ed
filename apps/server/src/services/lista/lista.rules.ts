import { PAGE_DEPTH_MAX, PAGE_SIZE, TOTAL_EXATO_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** Rows to take and to skip. */
export type Pagina = { limit: number; offset: number };

/**
 * Reads the requested page: pages count from 1 and have 20 rows by default.
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

/** Number of rows of a list. totalExato: false if there are more than were counted. */
export type Total = { totalCount: number; totalExato: boolean };

/**
 * The total of a list, after one page was read.
 * @param count called only if the page does not give the total; counts to one above {@link TOTAL_EXATO_MAX}
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

/** Maximum digits of a document's number. @source MOC, tag nNF */
const NUMERO_DIGITS = 9;

/** Shorter numbers match only themselves: too many numbers begin with them. */
const INICIO_MIN = 100;

/** A range of numbers, both ends included. */
type Faixa = { de: number; ate: number };

/**
 * The numbers whose digits begin with those of `numero`, itself first: 550 gives 550, 5500 to 5509,
 * 55000 to 55099, and so on.
 */
export function faixasOfNumero(numero: number): Faixa[] {
  const faixas = [{ de: numero, ate: numero }];
  if (numero < INICIO_MIN) return faixas;
  for (let size = 10; numero * size < 10 ** NUMERO_DIGITS; size *= 10) {
    faixas.push({ de: numero * size, ate: numero * size + size - 1 });
  }
  return faixas;
}
