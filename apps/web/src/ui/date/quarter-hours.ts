import { parseTime } from "@malote/contract";

/** Step of the list of times, in minutes (spec §9). */
const STEP_MINUTES = 15;
const DAY_MINUTES = 24 * 60;

/** Every quarter of an hour of a day, HH:mm. */
export const QUARTER_HOURS: readonly string[] = Array.from(
  { length: DAY_MINUTES / STEP_MINUTES },
  (_, index) => formatMinutes(index * STEP_MINUTES),
);

/** Index in {@link QUARTER_HOURS} of the quarter hour of a typed time; -1 when it is invalid. */
export function indexOfTime(text: string): number {
  const [hour, minute] = (parseTime(text) ?? "").split(":").map(Number);
  return hour === undefined || minute === undefined ? -1 : Math.floor((hour * 60 + minute) / STEP_MINUTES);
}

function formatMinutes(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
