import { writeDataHora } from "../clock.ts";

const HOUR_MS = 3_600_000;
const OFFSET_AT = 19;
/** More hours than a run speaks of; past it the memory starts again. */
const MEMORY_MAX = 10_000;

const offsets = new Map<string, string>();

/** As writeDataHora of the clock, but asks for the offset of a zone once an hour and no more: asking costs more than all
 * the rest of a document save its signature. */
export function writeInstante(instant: Date, zona: string): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const offset = offsetOf(hour, zona);
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const sign = offset.startsWith("-") ? -1 : 1;
  const local = new Date(instant.getTime() + sign * minutes * 60_000);
  return `${local.toISOString().slice(0, OFFSET_AT)}${offset}`;
}

/** @NOTE no zone of Brazil ever changed its offset within an hour. */
function offsetOf(hour: number, zona: string): string {
  const key = `${zona} ${hour}`;
  const known = offsets.get(key);
  if (known) return known;
  if (offsets.size >= MEMORY_MAX) offsets.clear();
  const offset = writeDataHora(new Date(hour * HOUR_MS), zona).slice(OFFSET_AT);
  offsets.set(key, offset);
  return offset;
}
