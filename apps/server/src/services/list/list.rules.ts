import { EXACT_TOTAL_MAX, PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** Rows to take and to skip. */
export type Page = { limit: number; offset: number };

/**
 * Reads the requested page: pages count from 1 and have 20 rows by default.
 * @throws {Refusal} paginaFunda beyond the deepest row
 */
export function readPage(params: { currentPage?: number | undefined; pageSize?: number | undefined }): Page {
  const limit = params.pageSize ?? PAGE_SIZE;
  const offset = ((params.currentPage ?? 1) - 1) * limit;
  if (offset + limit > PAGE_DEPTH_MAX && offset > 0) {
    throw new Refusal("paginaFunda", { values: { limite: formatInteger(PAGE_DEPTH_MAX) } });
  }
  return { limit, offset };
}

/** Number of rows of a list. totalExato: false if there are more than were counted. */
export type ListTotal = { totalCount: number; totalExato: boolean };

/**
 * The total of a list, after one page was read.
 * @param count called only if the page does not give the total; counts to one above {@link EXACT_TOTAL_MAX}
 */
export async function readTotal(
  { limit, offset }: Page,
  found: number,
  count: () => Promise<number>,
): Promise<ListTotal> {
  // A page that is not full is the last: its end is the total.
  const isLast = found < limit && (found > 0 || offset === 0);
  const total = isLast ? offset + found : await count();
  return writeTotal(total);
}

/** The total of a list with the sum of its values; without the sum if it covers only the counted rows. */
export function readSum({
  total,
  soma,
}: {
  total: number;
  soma: string;
}): ListTotal & { somaTotal?: string } {
  const written = writeTotal(total);
  return written.totalExato ? { ...written, somaTotal: soma } : written;
}

function writeTotal(total: number): ListTotal {
  return { totalCount: Math.min(total, EXACT_TOTAL_MAX), totalExato: total <= EXACT_TOTAL_MAX };
}

/** An ILIKE pattern for the text anywhere; null for a blank text. */
export function patternOfFragment(text: string): string | null {
  const clean = text.trim();
  return clean === "" ? null : `%${clean.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Maximum digits of a document's number. @source MOC, tag nNF */
const NUMERO_DIGITS = 9;

/** Shorter numbers match only themselves: too many numbers begin with them. */
const PREFIX_MIN = 100;

/** A range of numbers, both ends included. */
type NumberRange = { from: number; to: number };

/**
 * The numbers whose digits begin with those of `numero`, itself first: 550 gives 550, 5500 to 5509,
 * 55000 to 55099, and so on.
 */
export function rangesOfNumero(numero: number): NumberRange[] {
  const ranges = [{ from: numero, to: numero }];
  if (numero < PREFIX_MIN) return ranges;
  for (let size = 10; numero * size < 10 ** NUMERO_DIGITS; size *= 10) {
    ranges.push({ from: numero * size, to: numero * size + size - 1 });
  }
  return ranges;
}
