import { formatDecimal } from "@malote/syntax";

/** Money: "1234.5" → "1.234,50"; null → "". */
export function formatMoney(amount: string | null | undefined): string {
  return amount ? formatDecimal(amount, 2) : "";
}

/** The day of a date or instant in the document's own zone: "2026-11-20T09:53:00-03:00" → "20/11/2026". */
export function formatPrintedDay(instant: string | null | undefined): string {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(instant ?? "");
  return match ? `${match[3]}/${match[2]}/${match[1]}` : (instant ?? "");
}

/** The time of an instant in the document's own zone: "09:53:00"; "" for a date without time. */
export function formatPrintedTime(instant: string | null | undefined): string {
  return /(?:^|T)([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)/.exec(instant ?? "")?.[1] ?? "";
}

/** Day and time: "20/11/2026 09:53:00". */
export function formatPrintedInstant(instant: string | null | undefined): string {
  return `${formatPrintedDay(instant)} ${formatPrintedTime(instant)}`.trim();
}

/** A number with nine digits: "123" → "000.000.123". */
export function formatPrintedNumber(numero: string | null | undefined): string {
  if (!numero) return "";
  return /^[0-9]{1,9}$/.test(numero) ? numero.padStart(9, "0").replace(/(.{3})(?=.)/g, "$1.") : numero;
}

/** "1" → "001". */
export function formatPrintedSeries(serie: string | null | undefined): string {
  return serie ? serie.padStart(3, "0") : "";
}

/** "01310100" → "01310-100". */
export function formatCep(cep: string | null | undefined): string {
  return cep ? cep.replace(/^([0-9]{5})([0-9]{3})$/, "$1-$2") : "";
}

/** "11987654321" → "(11) 98765-4321", also after a zero or the country code 55. */
export function formatPhone(phone: string | null | undefined): string {
  // 0800 numbers and the like have no area code.
  return phone && !/^0[3589]00/.test(phone)
    ? phone.replace(/^(?:0|55(?=[0-9]{10,11}$))?([0-9]{2})([0-9]{4,5})([0-9]{4})$/, "($1) $2-$3")
    : (phone ?? "");
}

/** The instant of a document's date, for the PDF metadata; without a zone, that of Brasília is assumed. */
export function instantOfDate(instant: string | null | undefined): Date | null {
  const match =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/.exec(
      instant ?? "",
    );
  if (!match) return null;
  const date = new Date(`${match[1]}T${match[2] ?? "00:00:00"}${match[3] ?? "-03:00"}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
