import { type Amount, parseAmount } from "./amount.ts";
import type { ChaveAcesso } from "./chave-acesso.ts";
import { type Day, splitInstant } from "./day.ts";
import { MODELOS, type TipoNota } from "./modelos.ts";

/** The zone for a conta without one: Brasília time. */
export const DEFAULT_ZONE = "America/Sao_Paulo";

const NBSP = "\u00a0";
const DECIMAL = /^(-?)0*([0-9]+)(?:\.([0-9]*))?$/;
const KIBI = 1024;
const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** An amount with thousands dots and decimal comma: "1234.50" → "1.234,50".   @throws InvalidAmountError */
export function formatAmount(amount: Amount): string {
  const [whole = "0", fraction = "00"] = parseAmount(amount).split(".");
  return `${groupThousands(whole)},${fraction}`;
}

/** An amount with symbol and no-break space (U+00A0): "R$ 1.234,50"; a minus sign precedes the symbol. */
export function formatReais(amount: Amount): string {
  const text = formatAmount(amount);
  return text.startsWith("-") ? `-R$${NBSP}${text.slice(1)}` : `R$${NBSP}${text}`;
}

/** Thousands dots, decimal comma and at least `places` places: "1234.5000" with 2 → "1.234,50".
 * Only trailing zeros are dropped. Text that is not a decimal is returned unchanged. */
export function formatDecimal(text: string, places = 0): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const kept = fraction.replace(/0+$/, "").padEnd(places, "0");
  return `${sign}${groupThousands(whole)}${kept === "" ? "" : `,${kept}`}`;
}

/** An integer with thousands dots: 1234567 → "1.234.567"; a fraction is truncated. */
export function formatInteger(value: number | bigint): string {
  return groupThousands(typeof value === "bigint" ? String(value) : BigInt(Math.trunc(value)).toString());
}

/** A day as dd/MM/yyyy: a Dia as it is, an instant in the zone.   @throws RangeError for an invalid date */
export function formatDate(value: Date | Day, zone: string = DEFAULT_ZONE): string {
  if (typeof value === "string") {
    const [ano = "", mes = "", dia = ""] = value.split("-");
    return `${dia}/${mes}/${ano}`;
  }
  const { year: ano, month: mes, day: dia } = splitInstant(value, zone);
  return `${dia}/${mes}/${ano}`;
}

/** An instant as dd/MM/yyyy HH:mm in the zone.   @throws RangeError for an invalid date */
export function formatDateTime(value: Date, zone: string = DEFAULT_ZONE): string {
  const { hour, minute } = splitInstant(value, zone);
  return `${formatDate(value, zone)} ${hour}:${minute}`;
}

/** A CNPJ as AA.AAA.AAA/AAAA-DD or a CPF as 000.000.000-00; any other text unchanged. */
export function formatDocumento(documento: string): string {
  if (/^[0-9A-Z]{12}[0-9]{2}$/.test(documento)) {
    return documento.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5");
  }
  if (/^[0-9]{11}$/.test(documento)) return documento.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4");
  return documento;
}

/** An access key in groups of four, separated by spaces. */
export function formatChave(chave: ChaveAcesso): string {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The display name of a document type: "NFe" → "NF-e". */
export function formatTipoNota(tipo: TipoNota): string {
  return MODELOS[tipo].sigla;
}

/** The non-blank lines of an infCpl. Emitentes write ";" for a line break, which XML would
 * turn into a blank. The ";" of a doubly escaped reference ("&quot;") is not a break. */
export function linesOfInfCpl(text: string): string[] {
  const lines = text.split(/\r?\n|(?<!&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,5}|#x[0-9A-Fa-f]{1,4}));/);
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** A size for users: "812 B", "14,2 KB", "3 MB" (1 KB = 1024 bytes), with up to one decimal. */
export function formatSize(bytes: number): string {
  if (bytes < KIBI) return `${formatInteger(bytes)} B`;
  let value = bytes / KIBI;
  let unit = 0;
  // @NOTE 1023.96 would be formatted as "1.024 KB": choose the unit by the rounded value.
  while (Math.round(value * 10) / 10 >= KIBI && unit < UNITS.length - 1) {
    value /= KIBI;
    unit += 1;
  }
  const [whole = "0", fraction = "0"] = value.toFixed(1).split(".");
  return `${groupThousands(whole)}${fraction === "0" ? "" : `,${fraction}`} ${UNITS[unit]}`;
}

function groupThousands(digits: string): string {
  return digits.replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ".");
}
