import { HOUR_MS, zoneOfUf } from "@malote/syntax";
import { LayoutError } from "./fields.ts";

/** Requires a year from 1900 to 2099 and a plausible offset. */
const INSTANT =
  /^((?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?)?(Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?$/;

/** Reads a date of the layouts as ISO, with its own offset. Layouts before 3.10 have
 * none, and sometimes no time: they take the offset of the emitente's state on that day.
 * @throws LayoutError campo-invalido for an impossible date,
 *   a year outside 1900 to 2099, an offset over 14 h */
export function readInstante(text: string, tag: string, uf: string): string {
  const match = INSTANT.exec(text);
  const [, day = "", time = "00:00:00", offset] = match ?? [];
  const civil = new Date(`${day}T${time}Z`);
  if (!match || Number.isNaN(civil.getTime()) || !civil.toISOString().startsWith(day)) {
    throw new LayoutError("campo-invalido", tag);
  }
  return `${day}T${time}${offset ?? offsetOf(civil, zoneOfUf(uf))}`;
}

/** The offset of a zone near a civil time; in the hour that
 * the end of summer time repeats, both offsets are correct. */
function offsetOf(civil: Date, zone: string): string {
  const name = formatterOf(zone)
    .formatToParts(new Date(civil.getTime() + 3 * HOUR_MS))
    .find((part) => part.type === "timeZoneName")?.value;
  return name?.replace("GMT", "") || "+00:00";
}

/** One formatter per zone: its creation costs more than reading a nota. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formatters.set(zone, made);
  return made;
}
