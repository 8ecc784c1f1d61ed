import { formatChave, formatDateTime, formatDocumento } from "@malote/syntax";
import type { ExportedNota } from "../nota/list/exported-nota.rows.ts";
import { type Cell, EXPORT_COLUMNS } from "./export-columns.ts";
import { CSV_BOM, writeCsvLine } from "./write-csv-line.ts";

/** Columns that are repeated at the end, formatted for people; their first occurrence is for programs. */
const FORMATTED_COLUMNS = EXPORT_COLUMNS.filter(({ formattedTitle }) => formattedTitle !== undefined);

/** Start of a CSV of documents: BOM and header line. */
export function writeCsvHeader(): string {
  const formattedTitles = FORMATTED_COLUMNS.map(({ title, formattedTitle = title }) => formattedTitle);
  return CSV_BOM + writeCsvLine([...EXPORT_COLUMNS.map(({ title }) => title), ...formattedTitles]);
}

/** CSV line of one document; instants in the zone `zona`. */
export function writeCsvNota(nota: ExportedNota, zona: string): string {
  const cells = EXPORT_COLUMNS.map(({ read }) => writeCell(read(nota), zona));
  return writeCsvLine([...cells, ...FORMATTED_COLUMNS.map(({ read }) => writeFormatted(read(nota)))]);
}

function writeCell(cell: Cell, zona: string): string {
  switch (cell.kind) {
    case "texto":
      return cell.texto ?? "";
    // Unformatted, for programs.
    case "chave":
      return cell.chave;
    case "documento":
      return cell.documento;
    case "inteiro":
      return String(cell.inteiro);
    case "valor":
      return cell.valor.replace(".", ",");
    case "instante":
      return cell.instante === null ? "" : formatDateTime(cell.instante, zona);
  }
}

/** The value as printed forms show it: spreadsheets read 44 bare digits as a number and lose the last 29. */
function writeFormatted(cell: Cell): string {
  if (cell.kind === "chave") return formatChave(cell.chave);
  return cell.kind === "documento" ? formatDocumento(cell.documento) : "";
}
