import {
  GROUP_BY_DAY_MAX,
  GROUP_BY_MONTH_MAX,
  GROUP_BY_WEEK_MAX,
  type GROUPINGS,
  PAINEL_PERIOD_MAX_DAYS,
  PAINEL_ROWS_MAX,
} from "@malote/contract";
import { DAY_MS, formatInteger } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** How a range is grouped. */
export type Grouping = (typeof GROUPINGS)[number];

/** A range of days, both ends included. */
export type Period = { de: string; ate: string };

const DAYS_PER_WEEK = 7;
const MONTHS_PER_YEAR = 12;

/** Reads a range and its grouping. @throws {Refusal} periodoInvertido, periodoLongo */
export function readGrouping(
  { de, ate }: Period,
  dateGroup: Grouping | null | undefined,
): { period: Period; grouping: Grouping } {
  if (de > ate) throw new Refusal("periodoInvertido", { campo: "searchDateRange.ate" });
  const days = (toMs(ate) - toMs(de)) / DAY_MS + 1;
  if (days > PAINEL_PERIOD_MAX_DAYS) {
    const values = { dias: formatInteger(PAINEL_PERIOD_MAX_DAYS) };
    throw new Refusal("periodoLongo", { campo: "searchDateRange.ate", values });
  }
  return { period: { de, ate }, grouping: dateGroup ?? groupingOf(days) };
}

function groupingOf(days: number): Grouping {
  if (days <= GROUP_BY_DAY_MAX) return "dia";
  if (days <= GROUP_BY_WEEK_MAX) return "semana";
  return days <= GROUP_BY_MONTH_MAX ? "mes" : "ano";
}

/** The days, weeks (from Monday), months or years of a range, in order; the first and last may be partial. */
export function listPeriods({ de, ate }: Period, grouping: Grouping): Period[] {
  const periods: Period[] = [];
  const end = toMs(ate);
  for (let at = toMs(de); at <= end; ) {
    const next = startOfNext(at, grouping);
    periods.push({ de: toDay(at), ate: toDay(Math.min(next - DAY_MS, end)) });
    at = next;
  }
  return periods;
}

function startOfNext(ms: number, grouping: Grouping): number {
  const at = new Date(ms);
  if (grouping === "dia") return ms + DAY_MS;
  if (grouping === "semana") return ms + (DAYS_PER_WEEK - ((at.getUTCDay() + 6) % DAYS_PER_WEEK)) * DAY_MS;
  if (grouping === "mes") return at.setUTCMonth(at.getUTCMonth() + 1, 1);
  return at.setUTCMonth(MONTHS_PER_YEAR, 1);
}

/** Weeks in which instalments fall due, besides the overdue ones and those after the last week. */
const DUE_WEEKS = 4;

/** Days of some instalments; null = without this end. */
export type DueWeek = { de: string | null; ate: string | null };

/** Overdue, the week from today, the three after it, and all later ones. today: yyyy-MM-dd. */
export function dueWeeks(today: string): DueWeek[] {
  const week = DAYS_PER_WEEK * DAY_MS;
  const starts = Array.from({ length: DUE_WEEKS }, (_, at) => toMs(today) + at * week);
  return [
    { de: null, ate: toDay(toMs(today) - DAY_MS) },
    ...starts.map((ms) => ({ de: toDay(ms), ate: toDay(ms + week - DAY_MS) })),
    { de: toDay(toMs(today) + DUE_WEEKS * week), ate: null },
  ];
}

/** Days to add to whole months (1), or to subtract from them (-1). */
export type MonthEdge = Period & { sign: 1 | -1 };

/**
 * Splits a range into whole months and days to add or subtract: for a partial month, whichever is fewer.
 * months: first days of the first and the last month; null = no whole month.
 */
export function splitMonths({ de, ate }: Period): { months: Period | null; edges: MonthEdge[] } {
  const months = listPeriods({ de, ate }, "mes").map((part) => ({ parte: part, ...splitMonth(part) }));
  const wholeStarts = months.filter(({ isWhole }) => isWhole).map(({ parte: part }) => startOfMonth(part.de));
  const [first, last] = [wholeStarts[0], wholeStarts.at(-1)];
  const wholeMonths = first !== undefined && last !== undefined ? { de: first, ate: last } : null;
  return { months: wholeMonths, edges: months.flatMap(({ edges }) => edges) };
}

function splitMonth(part: Period): { isWhole: boolean; edges: MonthEdge[] } {
  const de = startOfMonth(part.de);
  const ate = toDay(startOfNext(toMs(de), "mes") - DAY_MS);
  const outside: MonthEdge[] = [
    { de, ate: toDay(toMs(part.de) - DAY_MS), sign: -1 },
    { de: toDay(toMs(part.ate) + DAY_MS), ate, sign: -1 },
  ];
  const days = (period: Period): number => (toMs(period.ate) - toMs(period.de)) / DAY_MS + 1;
  const outsideDays = outside.reduce((sum, edge) => sum + days(edge), 0);
  if (outsideDays > days(part)) return { isWhole: false, edges: [{ ...part, sign: 1 }] };
  return { isWhole: true, edges: outside.filter((edge) => days(edge) > 0) };
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function toMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Refuses more detail rows than one answer may have. @throws {Refusal} painelLinhasDemais */
export function refuseRows(rows: number): void {
  if (rows <= PAINEL_ROWS_MAX) return;
  throw new Refusal("painelLinhasDemais", { values: { limite: formatInteger(PAINEL_ROWS_MAX) } });
}
