/** Marks a file as UTF-8; without it Excel misreads accents. */
export const CSV_BOM = "\ufeff";

const SEPARATOR = ";";
const LINE_END = "\r\n";
/** Beginnings that a spreadsheet reads as a formula, also after blanks; full-width signs count as ASCII. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u;
const QUOTED = /[";\r\n]|^\s|\s$/;

/**
 * One CSV line for Brazilian spreadsheets: cells separated by `;`, quoted where necessary, CRLF at the end. A
 * text that would be read as a formula gets an apostrophe.   @source OWASP, CSV Injection; RFC 4180
 */
export function writeCsvLine(cells: readonly string[]): string {
  return cells.map(writeCell).join(SEPARATOR) + LINE_END;
}

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
