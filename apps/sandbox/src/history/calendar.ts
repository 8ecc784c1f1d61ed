import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";

/** The days of the history, in the time of Brasília. */

/** Days before today. */
export const HISTORY_DAYS = 90;

/** @NOTE no summer time since 2019. */
const BRASILIA_MS = -3 * HOUR_MS;
const SUNDAY = 0;
const SATURDAY = 6;

/** A day: its midnight in Brasília; weekday 0 = Sunday; ago: days before today. */
export type HistoryDay = { midnight: Date; weekday: number; ago: number };

/** The working days (Monday to Saturday) of the history until today, oldest first. */
export function listWorkingDays(now: Date): HistoryDay[] {
  const today = Math.floor((now.getTime() + BRASILIA_MS) / DAY_MS);
  return Array.from({ length: HISTORY_DAYS + 1 }, (_, index): HistoryDay => {
    const day = today - HISTORY_DAYS + index;
    const weekday = new Date(day * DAY_MS).getUTCDay();
    return { midnight: new Date(day * DAY_MS - BRASILIA_MS), weekday, ago: HISTORY_DAYS - index };
  }).filter(({ weekday }) => weekday !== SUNDAY);
}

/** The instant of a time of day, "HH:MM" plus some minutes. */
export function timeOf({ midnight }: HistoryDay, time: string, minutes = 0): Date {
  const [hour = "0", minute = "0"] = time.split(":");
  return new Date(midnight.getTime() + Number(hour) * HOUR_MS + (Number(minute) + minutes) * MINUTE_MS);
}

export function isSaturday({ weekday }: HistoryDay): boolean {
  return weekday === SATURDAY;
}
