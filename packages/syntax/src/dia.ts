/** A civil day, yyyy-MM-dd, without zone. */
export type Dia = string;

/** The civil parts of an instant in a zone, each with its left zeros. */
export type PartesInstante = { ano: string; mes: string; dia: string; hora: string; minuto: string };

const DIA = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Says whether the text is a calendar day: 2026-02-30 is not. */
export function isDia(text: string): boolean {
  const match = DIA.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}

/** The civil day of an instant in an IANA zone.   @throws RangeError for an unknown zone or invalid date */
export function diaInZona(instant: Date, zona: string): Dia {
  const { ano, mes, dia } = splitInstant(instant, zona);
  return `${ano}-${mes}-${dia}`;
}

/** Splits an instant into its civil parts in an IANA zone.
 * @throws RangeError for an unknown zone or invalid date */
export function splitInstant(instant: Date, zona: string): PartesInstante {
  const parts = new Map(
    formatterOf(zona)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return {
    ano: read("year").padStart(4, "0"),
    mes: read("month"),
    dia: read("day"),
    hora: read("hour"),
    minuto: read("minute"),
  };
}

/** The instant at which a clock in an IANA zone shows a day and a time (HH:mm).
 * If that occurs twice, the first; if never, the end of the gap.
 * @throws RangeError for an unknown zone or an invalid day */
export function instantInZona(dia: Dia, hora: string, zona: string): Date {
  const shown = Date.parse(`${dia}T${hora}:00Z`);
  const first = shown - offsetAt(new Date(shown), zona);
  const both = [first, shown - offsetAt(new Date(first), zona)];
  const right = both.filter((at) => at + offsetAt(new Date(at), zona) === shown);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...both));
}

/** Offset of a zone from UTC in ms, positive to the east. */
function offsetAt(instant: Date, zona: string): number {
  const { ano, mes, dia, hora, minuto } = splitInstant(instant, zona);
  const shown = Date.parse(`${ano}-${mes}-${dia}T${hora}:${minuto}:00Z`);
  return shown - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
}

const MINUTE_MS = 60_000;

function formatterOf(zona: string): Intl.DateTimeFormat {
  const known = formatters.get(zona);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zona,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formatters.set(zona, made);
  return made;
}
