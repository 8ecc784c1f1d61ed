import { EXPORTACAO_TEXTS } from "@malote/contract";
import { formatDateTime, formatDocumento } from "@malote/syntax";
import type { CellObject } from "write-excel-file/node";
import writeXlsxFile from "write-excel-file/node";
import type { ExportedNota } from "../nota/list/exported-nota.rows.ts";
import { type Cell, EXPORT_COLUMNS } from "./export-columns.ts";

const DATE_TIME = "dd/mm/yyyy hh:mm";
const MONEY = "#,##0.00";
const INTEGER = "0";
/** Cell format "text", which also applies when the cell is edited. */
const TEXT = "@";
/** Longest text of a cell.   @source ECMA-376, Excel specifications and limits */
const TEXT_MAX = 32_767;
/** First year of the spreadsheet calendar. */
const FIRST_YEAR = 1900;

/** A spreadsheet of documents: typed cells, no formulas, frozen header row; instants in the zone `zona`. */
export async function writeXlsx(notas: readonly ExportedNota[], zona: string): Promise<Uint8Array> {
  const head = EXPORT_COLUMNS.map(({ title }) => ({ value: title, type: String, ...HEAD }) as const);
  const rows = notas.map((nota) => EXPORT_COLUMNS.map(({ read }) => writeCell(read(nota), zona)));
  const columns = EXPORT_COLUMNS.map(({ width }) => ({ width: width }));
  const sheet = {
    sheet: EXPORTACAO_TEXTS.planilha,
    columns,
    stickyRowsCount: 1,
    orientation: "landscape",
  } as const;
  return await writeXlsxFile([head, ...rows], sheet).toBuffer();
}

const HEAD = { fontWeight: "bold", wrap: true, alignVertical: "center", backgroundColor: "#E8ECEF" } as const;

function writeCell(cell: Cell, zona: string): CellObject | null {
  switch (cell.kind) {
    case "texto":
      return cell.texto === null ? null : text(cell.texto);
    case "chave":
      return text(cell.chave);
    case "documento":
      return cell.documento === "" ? null : text(formatDocumento(cell.documento));
    case "inteiro":
      return { value: cell.inteiro, type: Number, format: INTEGER };
    // A spreadsheet number holds 15 digits exactly, which is enough for a Valor.
    case "valor":
      return { value: Number(cell.valor), type: Number, format: MONEY };
    case "instante":
      return cell.instante === null ? null : instant(cell.instante, zona);
  }
}

function text(value: string): CellObject {
  return { value: value.slice(0, TEXT_MAX), type: String, format: TEXT };
}

/** Spreadsheets have no time zones: the cell contains the local time of the conta. */
function instant(value: Date, zona: string): CellObject {
  const shown = formatDateTime(value, zona);
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = shown.split(/\D/).map(Number);
  if (year < FIRST_YEAR) return text(shown);
  return { value: new Date(Date.UTC(year, month - 1, day, hour, minute)), type: Date, format: DATE_TIME };
}
