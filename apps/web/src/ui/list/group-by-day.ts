import { type Day, dayInZone } from "@malote/syntax";
import { formatDayHeading } from "../format/relative-time.ts";

/** Items of one day under its heading: "Hoje" or the date, and the day in words. */
export type DayGroup<T> = { key: string; name: string; longName: string; items: T[] };

/** Groups items by day and keeps their order; items without an instant come under `undatedName`. */
export function groupByDay<T>(
  items: readonly T[],
  instantOf: (item: T) => Date | null,
  { today, timeZone, undatedName }: { today: Day; timeZone: string; undatedName: string },
): DayGroup<T>[] {
  const groups = new Map<string, DayGroup<T>>();
  for (const item of items) {
    const instant = instantOf(item);
    const key = instant ? dayInZone(instant, timeZone) : "";
    const head = key === "" ? { name: undatedName, longName: "" } : formatDayHeading(key, today);
    const group = groups.get(key) ?? { key, ...head, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}
