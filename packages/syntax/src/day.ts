import { MINUTE_MS } from "./duration.ts";

/** A civil day, yyyy-MM-dd, without zone. */
export type Day = string;

/** The civil parts of an instant in a zone, each with its left zeros. */
export type InstantParts = { year: string; month: string; day: string; hour: string; minute: string };

const DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const NUMBERS = /[0-9]+/g;
/** Swedish writes year, month, day, hour and minute in this order. */
const ORDERED_LOCALE = "sv-SE";
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Says whether the text is a calendar day: 2026-02-30 is not. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}

/** The civil day of an instant in an IANA zone.   @throws RangeError for an unknown zone or invalid date */
export function dayInZone(instant: Date, zone: string): Day {
  const { year, month, day } = splitInstant(instant, zone);
  return `${year}-${month}-${day}`;
}

/** Splits an instant into its civil parts in an IANA zone.
 * @throws RangeError for an unknown zone or invalid date */
export function splitInstant(instant: Date, zone: string): InstantParts {
  // formatToParts takes three times as long, and a list has a hundred instants.
  const [year = "", month = "", day = "", hour = "", minute = ""] =
    formatterOf(zone).format(instant).match(NUMBERS) ?? [];
  return { year: year.padStart(4, "0"), month, day, hour, minute };
}

/** The instant at which a clock in an IANA zone shows a day and a time (HH:mm).
 * If that occurs twice, the first; if never, the end of the gap.
 * @throws RangeError for an unknown zone or an invalid day */
export function instantInZone(day: Day, hour: string, zone: string): Date {
  const shown = Date.parse(`${day}T${hour}:00Z`);
  const first = shown - offsetAt(new Date(shown), zone);
  const both = [first, shown - offsetAt(new Date(first), zone)];
  const right = both.filter((at) => at + offsetAt(new Date(at), zone) === shown);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...both));
}

/** Offset of a zone from UTC in ms, positive to the east. */
function offsetAt(instant: Date, zone: string): number {
  const { year, month, day, hour, minute } = splitInstant(instant, zone);
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return shown - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat(ORDERED_LOCALE, {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formatters.set(zone, made);
  return made;
}
