const BOM = "\ufeff";
/** What makes a spreadsheet take a text for a formula, also behind blanks; full-width signs are taken for their narrow ones. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u;
const QUOTED = /[";\r\n]|^\s|\s$/;

/** A CSV as Brazilian spreadsheets read it, by the same rules as those of the exports.   @source OWASP, CSV Injection; RFC 4180 */
export function writeCsv(linhas: readonly (readonly string[])[]): string {
  return BOM + linhas.map((cells) => `${cells.map(writeCell).join(";")}\r\n`).join("");
}

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
