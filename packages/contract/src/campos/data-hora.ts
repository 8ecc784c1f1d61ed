import { type Dia, isDia } from "@malote/syntax";

const DATA = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const PARTE = /^\d+$/;
const HORA_MAX = 23;
const MINUTO_MAX = 59;

/** Reads a day typed as dd/MM/yyyy; null if the calendar has no such day (spec §5). */
export function parseData(text: string): Dia | null {
  const [, dia = "", mes = "", ano = ""] = DATA.exec(text.trim()) ?? [];
  const read = `${ano}-${mes}-${dia}`;
  return isDia(read) && ano !== "0000" ? read : null;
}

/** Reads a typed time as HH:mm. A part that is no whole number counts as 0: "9" is 09:00, "ab:30" is 00:30
 * (spec §5).
 * @returns null for an empty text, and for hours and minutes out of range */
export function parseHora(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  const [hora = "", minuto = "", ...rest] = typed.split(":");
  const [h, m] = [readParte(hora), readParte(minuto)];
  if (rest.length > 0 || h > HORA_MAX || m > MINUTO_MAX) return null;
  return `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
}

function readParte(text: string): number {
  const part = text.trim();
  return PARTE.test(part) ? Number(part) : 0;
}
