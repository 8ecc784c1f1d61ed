import { dayInZone, formatDate, formatInteger } from "@malote/syntax";
import { timeTexts as texts } from "../../texts/app/time.ts";
import { dayBefore, formatDayTime, formatTime } from "./relative-time.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest unit: "8 s", "31 min", "3 h", "1 dia", "12 dias"; at least "0 s". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return formatDays(Math.floor(ms / DAY_MS));
}

/** A count of days: "1 dia", "12 dias". */
export function formatDays(days: number): string {
  return texts.dias(formatInteger(days));
}

/** Today and yesterday as "hoje" and "ontem"; any other day as "em dd/MM/yyyy". */
export function formatNearDay(instant: Date, now: Date, timeZone: string): string {
  const day = dayInZone(instant, timeZone);
  const today = dayInZone(now, timeZone);
  if (day === today) return texts.hojeEm;
  return day === dayBefore(today, 1) ? texts.ontemEm : texts.em(formatDate(day));
}

/** An instant of today with seconds, "14:09:31"; of another day without the year, "25/11 14:09". */
export function formatInstant(instant: Date, now: Date, timeZone: string): string {
  if (dayInZone(instant, timeZone) !== dayInZone(now, timeZone)) return formatDayTime(instant, timeZone);
  return `${formatTime(instant, timeZone)}:${String(instant.getUTCSeconds()).padStart(2, "0")}`;
}
