import { type Day, formatDate } from "@malote/syntax";
import { languageTag } from "../../languages/language.ts";
import type { DateGroup } from "../../rpc/documents/painel.ts";
import { timeTexts } from "../../texts/app/time.ts";
import { dayBefore } from "../../ui/format/relative-time.ts";
import type { DayRange } from "./filters/painel-filter.ts";

/** Up to this number of days, a short label shows the weekday. */
const WEEKDAY_MAX = 14;

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(languageTag, { ...options, timeZone: "UTC" });
const shortWeekday = format({ weekday: "short" });
const longWeekday = format({ weekday: "long" });
const shortMonth = format({ month: "short" });
const longMonth = format({ month: "long", year: "numeric" });

/**
 * The days of a point: from its first day to the day before the next point, cut at the end of the
 * range.
 */
export function daysOfPoint(period: Day, group: DateGroup, ate: Day): DayRange {
  const last = dayBefore(startOfNext(period, group), 1);
  return { de: period, ate: last < ate ? last : ate };
}

/** Short label below a column: "sáb 14", "14/11", "nov 26", "2026". */
export function shortLabelOf(period: Day, group: DateGroup, pointCount: number): string {
  const date = new Date(`${period}T12:00:00Z`);
  if (group === "ano") return period.slice(0, 4);
  if (group === "mes") return `${shortMonth.format(date).replace(".", "")} ${period.slice(2, 4)}`;
  if (group === "dia" && pointCount <= WEEKDAY_MAX) {
    return `${shortWeekday.format(date).replace(".", "")} ${period.slice(8)}`;
  }
  return formatDate(period).slice(0, 5);
}

/**
 * Long label: "sábado, 14/11/2026", "16/11/2026 a 22/11/2026", "novembro de 2026", "2026". A
 * partial period shows its days.
 */
export function longLabelOf(period: Day, group: DateGroup, ate: Day): string {
  const date = new Date(`${period}T12:00:00Z`);
  const days = daysOfPoint(period, group, ate);
  if (group === "dia") return `${longWeekday.format(date)}, ${formatDate(period)}`;
  if (group === "semana" || !isWholePeriod(days, group))
    return timeTexts.intervalo(formatDate(days.de), formatDate(days.ate));
  return group === "mes" ? longMonth.format(date) : period.slice(0, 4);
}

/** Label of a table cell: "14/11/2026", "16/11 a 22/11/2026", "nov 26", "2026". */
export function cellLabelOf(period: Day, group: DateGroup, ate: Day): string {
  if (group === "dia") return formatDate(period);
  if (group !== "semana") return shortLabelOf(period, group, 0);
  const days = daysOfPoint(period, group, ate);
  const [de, end] = [formatDate(days.de), formatDate(days.ate)];
  return timeTexts.intervalo(days.de.slice(0, 4) === days.ate.slice(0, 4) ? de.slice(0, 5) : de, end);
}

function isWholePeriod({ de, ate }: DayRange, group: "mes" | "ano"): boolean {
  return de.endsWith(group === "mes" ? "-01" : "-01-01") && dayBefore(startOfNext(de, group), 1) === ate;
}

function startOfNext(period: Day, group: DateGroup): Day {
  const at = new Date(`${period}T00:00:00Z`);
  if (group === "dia") at.setUTCDate(at.getUTCDate() + 1);
  if (group === "semana") at.setUTCDate(at.getUTCDate() + 7 - ((at.getUTCDay() + 6) % 7));
  if (group === "mes") at.setUTCMonth(at.getUTCMonth() + 1, 1);
  if (group === "ano") at.setUTCFullYear(at.getUTCFullYear() + 1, 0, 1);
  return at.toISOString().slice(0, 10);
}
