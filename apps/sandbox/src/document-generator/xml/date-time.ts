import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { formatDateTime } from "../../clock.ts";

const OFFSET_AT = 19;
/** More hours than one run uses; beyond it the cache is cleared. */
const MEMORY_MAX = 10_000;

const offsets = new Map<string, string>();

/** Like `formatDateTime` of the clock, but with a cache of zone offsets by hour: without it, finding the
 * offset takes longer than the rest of a document except its signature. */
export function writeDateTime(instant: Date, zona: string): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const offset = offsetOf(hour, zona);
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const sign = offset.startsWith("-") ? -1 : 1;
  const local = new Date(instant.getTime() + sign * minutes * MINUTE_MS);
  return `${local.toISOString().slice(0, OFFSET_AT)}${offset}`;
}

/** @NOTE offsets of Brazilian zones have only changed at full hours. */
function offsetOf(hour: number, zona: string): string {
  const key = `${zona} ${hour}`;
  const known = offsets.get(key);
  if (known) return known;
  if (offsets.size >= MEMORY_MAX) offsets.clear();
  const offset = formatDateTime(new Date(hour * HOUR_MS), zona).slice(OFFSET_AT);
  offsets.set(key, offset);
  return offset;
}
