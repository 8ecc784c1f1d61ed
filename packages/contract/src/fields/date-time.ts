import { type Day, isDay } from "@malote/syntax";

const DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const PART = /^\d+$/;
const HOUR_MAX = 23;
const MINUTE_MAX = 59;

/** Reads a day typed as dd/MM/yyyy; null if the calendar has no such day (spec §5). */
export function parseDay(text: string): Day | null {
  const [, dia = "", month = "", year = ""] = DAY.exec(text.trim()) ?? [];
  const read = `${year}-${month}-${dia}`;
  return isDay(read) && year !== "0000" ? read : null;
}

/** Reads a typed time as HH:mm. A part that is no whole number counts as 0: "9" is 09:00, "ab:30" is 00:30
 * (spec §5).
 * @returns null for an empty text, and for hours and minutes out of range */
export function parseTime(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  const [hora = "", minute = "", ...rest] = typed.split(":");
  const [h, m] = [readPart(hora), readPart(minute)];
  if (rest.length > 0 || h > HOUR_MAX || m > MINUTE_MAX) return null;
  return `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
}

function readPart(text: string): number {
  const part = text.trim();
  return PART.test(part) ? Number(part) : 0;
}
