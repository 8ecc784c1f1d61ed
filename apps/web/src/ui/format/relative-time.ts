import { type Day, dayInZone, formatDate, formatDateTime } from "@malote/syntax";
import { languageTag } from "../../languages/language.ts";
import { timeTexts as texts } from "../../texts/app/time.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const longDate = new Intl.DateTimeFormat(languageTag, {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const longDateWithYear = new Intl.DateTimeFormat(languageTag, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The time of day, HH:mm in the zone. */
export function formatTime(instant: Date, timeZone: string): string {
  return formatDateTime(instant, timeZone).slice(-5);
}

/** Day and time without the year, dd/MM HH:mm. */
export function formatDayTime(instant: Date, timeZone: string): string {
  const full = formatDateTime(instant, timeZone);
  return `${full.slice(0, 5)} ${full.slice(-5)}`;
}

/** A past instant in words: "agora", "há 2 min", "há 3 h"; the date once it is a day old. */
export function formatTimeAgo(instant: Date, now: Date, timeZone: string): string {
  const passed = now.getTime() - instant.getTime();
  if (passed < MINUTE_MS) return texts.agora;
  if (passed < HOUR_MS) return texts.haMinutos(Math.floor(passed / MINUTE_MS));
  if (passed < DAY_MS) return texts.haHoras(Math.floor(passed / HOUR_MS));
  return texts.em(formatDateTime(instant, timeZone));
}

/** A future instant in words: "em instantes", "em 3 min"; day and time when it is an hour or more ahead. */
export function formatTimeUntil(instant: Date, now: Date, timeZone: string): string {
  const left = instant.getTime() - now.getTime();
  if (left < MINUTE_MS / 2) return texts.emInstantes;
  if (left < HOUR_MS) return texts.emMinutos(Math.max(1, Math.round(left / MINUTE_MS)));
  return formatNearInstant(instant, now, timeZone);
}

/**
 * An instant near today in words: "hoje às 09:51", "ontem às 18:22", "em 21/11 10:43", "em 21/01/2027
 * 10:43".
 */
export function formatNearInstant(instant: Date, now: Date, timeZone: string): string {
  const day = dayInZone(instant, timeZone);
  const time = formatTime(instant, timeZone);
  if (day === dayInZone(now, timeZone)) return texts.hojeAs(time);
  if (day === dayBefore(dayInZone(now, timeZone), 1)) return texts.ontemAs(time);
  const sameYear = day.slice(0, 4) === dayInZone(now, timeZone).slice(0, 4);
  return texts.em(sameYear ? formatDayTime(instant, timeZone) : formatDateTime(instant, timeZone));
}

/** The heading of a day: "Hoje", "Ontem" or the date, and the day in words. */
export function formatDayHeading(day: Day, today: Day): { name: string; longName: string } {
  const noon = new Date(`${day}T12:00:00Z`);
  const longName = (day.slice(0, 4) === today.slice(0, 4) ? longDate : longDateWithYear).format(noon);
  if (day === today) return { name: texts.hoje, longName };
  if (day === dayBefore(today, 1)) return { name: texts.ontem, longName };
  return { name: formatDate(day), longName };
}

/** The calendar day that many days before another. */
export function dayBefore(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
