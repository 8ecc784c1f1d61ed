/** Says that a file is UTF-8; without it Excel reads accents wrong. */
export const CSV_BOM = "\ufeff";

const SEPARADOR = ";";
const FIM = "\r\n";
/** What makes a spreadsheet take a text for a formula, also behind blanks; full-width signs are taken for their narrow ones. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u;
const QUOTED = /[";\r\n]|^\s|\s$/;

/**
 * One line of a CSV as Brazilian spreadsheets read it: cells between `;`, quoted where they must be, CRLF at its end. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it.   @source OWASP, CSV Injection; RFC 4180
 */
export function writeLinhaCsv(cells: readonly string[]): string {
  return cells.map(writeCell).join(SEPARADOR) + FIM;
}

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
