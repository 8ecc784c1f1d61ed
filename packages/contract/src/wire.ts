import * as z from "zod/mini";

const MICROSOFT_DATE = /^\/Date\((-?\d{1,15})\)\/$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
const EMPTY_DATE = Date.UTC(1901, 0, 1);
/** Years 1 to 9999: what every store and calendar of the house can hold. */
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Reads an instant as requests carry it: `/Date(ms)/` or ISO 8601 with an offset.
 * @returns null when the text is neither, or no real instant of the years 1 to 9999
 * @source spec §7
 */
export function parseWireInstant(text: string): Date | null {
  const ms = MICROSOFT_DATE.exec(text)?.[1];
  const instant = ms !== undefined ? new Date(Number(ms)) : ISO_INSTANT.test(text) ? new Date(text) : null;
  if (instant === null) return null;
  const at = instant.getTime();
  return at >= FIRST_INSTANT && at <= LAST_INSTANT ? instant : null;
}

/** Writes an instant as requests carry it, `/Date(ms)/` (spec §7). */
export function formatWireInstant(instant: Date): string {
  return `/Date(${instant.getTime()})/`;
}

/** An instant in a request: a `/Date(ms)/` or ISO string, handed on as a Date. */
export const instantParam = z.pipe(
  z.string().check(z.refine((text) => parseWireInstant(text) !== null, "data inválida")),
  z.transform((text) => parseWireInstant(text) ?? new Date(Number.NaN)),
);

/** A calendar day in a request, `yyyy-MM-dd`, that exists. There was no year 0. */
export const diaParam = z.iso.date().check(z.refine((dia) => dia >= "0001", "data inválida"));

const HORA = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A calendar day, or a day and a time of it to the minute, `yyyy-MM-ddTHH:mm`: as a clock on the wall shows it. */
export const diaHoraParam = z
  .string()
  .check(
    z.refine(
      (text) => isDia(text.slice(0, 10)) && (text.length === 10 || isHora(text.slice(10))),
      "data inválida",
    ),
  );

function isDia(text: string): boolean {
  return diaParam.safeParse(text).success;
}

function isHora(text: string): boolean {
  return text.startsWith("T") && HORA.test(text.slice(1));
}

/** An instant in an answer, or empty. ISO UTC on the wire; {@link reviveDates} makes it a Date in the SPA. */
export const instant = z.nullable(z.date());

/**
 * The only fields of answers that hold instants. A list, because a supplier's subject line may look like a date
 * and must stay text.
 */
const DATE_FIELDS: ReadonlySet<string> = new Set([
  "data",
  "recebidaEm",
  "dataEmissao",
  "nfeProtocoloData",
  "protocoloData",
  "criadoEm",
  "alteradoEm",
  "processadoEm",
  "recebidoEm",
  "conferidoEm",
  "quarentenaLiberadaEm",
  "sefazConsultadaEm",
  "sefazProximaEm",
  "sefazFalhouEm",
  "ultimaColeta",
  "ultimoErroEm",
  "proximaColeta",
  "ultimaVisita",
  "erroDesde",
  "ultimoEmailEm",
  "silenciosaDesde",
  "reprocessadoEm",
  "ultimoAcesso",
  "dataEvento",
  "validoDe",
  "validoAte",
  "enviadoEm",
  "ultimaEm",
  "proximaEm",
  "quando",
  "ate",
  "pedidaEm",
  "registradaEm",
  "terminadoEm",
  "expiraEm",
  "criadaEm",
  "usadaEm",
  "ultimoUso",
  "terminaEm",
  "conviteExpiraEm",
  "abertaEm",
  "ultimaCaptura",
  "esperaDesde",
  "publicadaEm",
  "desativadoEm",
  "anteriorAte",
  "ultimaEntregaEm",
]);

/**
 * JSON.parse reviver of answers: ISO UTC text in a date field becomes a Date, 1 January 1901 becomes null.
 * @source spec §7
 */
export function reviveDates(key: string, value: unknown): unknown {
  if (typeof value !== "string" || !DATE_FIELDS.has(key) || !ISO_UTC.test(value)) return value;
  const date = new Date(value);
  return date.getTime() === EMPTY_DATE ? null : date;
}
