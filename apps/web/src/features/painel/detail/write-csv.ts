const BOM = "\ufeff";
/**
 * Text that a spreadsheet takes for a formula, also after blanks. Full-width signs count like their
 * narrow forms.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u;
const QUOTED = /[";\r\n]|^\s|\s$/;

/**
 * A CSV for Brazilian spreadsheets, with the same rules as the exports of the server.   @source
 * OWASP, CSV Injection; RFC 4180
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((cells) => `${cells.map(writeCell).join(";")}\r\n`).join("");
}

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
