import {
  DAY_MS,
  type Day,
  DEFAULT_ZONE,
  dayInZone,
  instantInZone,
  isDay,
  splitInstant,
} from "@malote/syntax";
import * as z from "zod/mini";

/** A date of a request: an instant, or a calendar day with an optional time to the minute, in the zone of
 * the conta's UF. */
type WireDate =
  | { kind: "instant"; instant: Date /** Written in UTC, without the offset of a clock. */; utc: boolean }
  | { kind: "local"; dia: Day /** HH:mm */; hora: string | null };

/** The offset of `/Date(ms±hhmm)/` is that of the writer's clock; ms always count from 1970 in UTC. */
const MICROSOFT_DATE = /^\/Date\((-?\d{1,15})([+-](?:0\d|1[0-4])[0-5]\d)?\)\/$/;
const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const ZERO_OFFSET = /^(?:Z|[+-]00:?00)$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d))?$/;
/** Years 1 to 9999: what the database and the calendars can hold. */
const FIRST_DIA = "0001-01-01";
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Reads a date of a request: `/Date(ms)/`, also with an offset, an ISO 8601 instant with its offset, or
 * `yyyy-MM-dd`, also with `THH:mm`.
 * @returns null for any other text, and for no real date of the years 1 to 9999
 * @source spec §7; ADR 0061 */
export function parseWireDate(text: string): WireDate | null {
  const [, ms, clock = "Z"] = MICROSOFT_DATE.exec(text) ?? [];
  if (ms !== undefined) return toInstant(new Date(Number(ms)), clock);
  const [, dia, offset = ""] = ISO_INSTANT.exec(text) ?? [];
  if (dia !== undefined) return isDay(dia) ? toInstant(new Date(text), offset) : null;
  const [, day, hora = null] = LOCAL.exec(text) ?? [];
  // There was no year 0.
  return day !== undefined && isDay(day) && day >= FIRST_DIA ? { kind: "local", dia: day, hora } : null;
}

function toInstant(instant: Date, offset: string): WireDate | null {
  const at = instant.getTime();
  const utc = ZERO_OFFSET.test(offset);
  return at >= FIRST_INSTANT && at <= LAST_INSTANT ? { kind: "instant", instant, utc } : null;
}

/** Reads an instant of a request; null for any other text. */
export function parseWireInstant(text: string): Date | null {
  const date = parseWireDate(text);
  return date?.kind === "instant" ? date.instant : null;
}

/** Writes an instant as in requests, `/Date(ms)/` (spec §7). */
export function formatWireInstant(instant: Date): string {
  return `/Date(${instant.getTime()})/`;
}

/** The instant of a date; of a day, its start. */
function instantOf(date: WireDate, zona: string): Date {
  if (date.kind === "instant") return date.instant;
  const at = instantInZone(date.dia, date.hora ?? "00:00", zona).getTime();
  return new Date(Math.min(Math.max(at, FIRST_INSTANT), LAST_INSTANT));
}

/** The day of a date. Midnight in UTC is a day that a program wrote as an instant. */
function diaOf(date: WireDate, zona: string): Day {
  if (date.kind === "local") return date.dia;
  if (date.utc && date.instant.getTime() % DAY_MS === 0) return date.instant.toISOString().slice(0, 10);
  const dia = dayInZone(date.instant, zona);
  // West of Greenwich the first instant falls in the year before the first.
  return isDay(dia) && date.instant.getTime() >= FIRST_INSTANT + DAY_MS ? dia : FIRST_DIA;
}

/** The day and, of an instant, its time to the minute: `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm`. */
function diaHoraOf(date: WireDate, zona: string): string {
  if (date.kind === "local") return date.hora === null ? date.dia : `${date.dia}T${date.hora}`;
  const { hour: hora, minute: minuto } = splitInstant(date.instant, zona);
  return `${diaOf({ ...date, utc: false }, zona)}T${hora}:${minuto}`;
}

const wireDate = z.string().check(z.refine((text) => parseWireDate(text) !== null, "campoData"));

/** Params without a conta are read in Brasília's zone; {@link placeDates} has converted the others before. */
function dateParam<T>(read: (date: WireDate, zona: string) => T, none: T) {
  return z.pipe(
    wireDate,
    z.transform((text) => {
      const date = parseWireDate(text);
      return date === null ? none : read(date, DEFAULT_ZONE);
    }),
  );
}

/** An instant in a request, as a Date; of a day, its start. */
export const instantParam = dateParam(instantOf, new Date(Number.NaN));

/** A calendar day in a request, as `yyyy-MM-dd`; of an instant, the day in the conta's zone. */
export const diaParam = dateParam(diaOf, "");

/** A calendar day, with or without a time to the minute, as `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm`. */
export const diaHoraParam = dateParam(diaHoraOf, "");

/** The text of each kind of date in a known zone. */
const PLACES = new Map<unknown, (date: WireDate, zona: string) => string>([
  [instantParam, (date, zona) => instantOf(date, zona).toISOString()],
  [diaParam, diaOf],
  [diaHoraParam, diaHoraOf],
]);

type Def = {
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
};

/** Converts the dates of a request to the conta's zone, before its schema reads them. An invalid date
 * stays: the schema refuses it.
 * @param zona IANA zone of the conta's UF */
export function placeDates(schema: z.ZodMiniType, raw: unknown, zona: string): unknown {
  const place = PLACES.get(schema);
  if (place !== undefined) {
    const date = typeof raw === "string" ? parseWireDate(raw) : null;
    return date === null ? raw : place(date, zona);
  }
  const { innerType, element, shape } = schema._zod.def as unknown as Def;
  if (innerType !== undefined) return placeDates(innerType, raw, zona);
  if (element !== undefined) {
    return Array.isArray(raw) && hasDate(element) ? raw.map((each) => placeDates(element, each, zona)) : raw;
  }
  if (shape === undefined || typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const placed = Object.entries(shape).flatMap(([campo, inner]) =>
    Object.hasOwn(raw, campo) && hasDate(inner)
      ? [[campo, placeDates(inner, (raw as Record<string, unknown>)[campo], zona)]]
      : [],
  );
  return placed.length === 0 ? raw : { ...raw, ...Object.fromEntries(placed) };
}

const dated = new WeakMap<z.ZodMiniType, boolean>();

/** Whether a schema holds a date at any depth. */
function hasDate(schema: z.ZodMiniType): boolean {
  const known = dated.get(schema);
  if (known !== undefined) return known;
  const { innerType, element, shape } = schema._zod.def as unknown as Def;
  const inner = [innerType, element, ...Object.values(shape ?? {})];
  const held = PLACES.has(schema) || inner.some((each) => each !== undefined && hasDate(each));
  dated.set(schema, held);
  return held;
}
