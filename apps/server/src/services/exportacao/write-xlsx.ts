import { EXPORTACAO_TEXTOS } from "@malote/contract";
import { formatDataHora, formatDocumento } from "@malote/syntax";
import type { CellObject } from "write-excel-file/node";
import writeXlsxFile from "write-excel-file/node";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { type Celula, COLUNAS_EXPORTADAS } from "./colunas.ts";

const DATA_HORA = "dd/mm/yyyy hh:mm";
const DINHEIRO = "#,##0.00";
const INTEIRO = "0";
/** Cell format "text", which also applies when the cell is edited. */
const TEXTO = "@";
/** Longest text of a cell.   @source ECMA-376, Excel specifications and limits */
const TEXTO_MAX = 32_767;
/** First year of the spreadsheet calendar. */
const PRIMEIRO_ANO = 1900;

/** A spreadsheet of documents: typed cells, no formulas, frozen header row; instants in the zone `zona`. */
export async function writeXlsx(notas: readonly NotaExportada[], zona: string): Promise<Uint8Array> {
  const head = COLUNAS_EXPORTADAS.map(({ titulo }) => ({ value: titulo, type: String, ...HEAD }) as const);
  const rows = notas.map((nota) => COLUNAS_EXPORTADAS.map(({ read }) => writeCelula(read(nota), zona)));
  const columns = COLUNAS_EXPORTADAS.map(({ largura }) => ({ width: largura }));
  const sheet = {
    sheet: EXPORTACAO_TEXTOS.planilha,
    columns,
    stickyRowsCount: 1,
    orientation: "landscape",
  } as const;
  return await writeXlsxFile([head, ...rows], sheet).toBuffer();
}

const HEAD = { fontWeight: "bold", wrap: true, alignVertical: "center", backgroundColor: "#E8ECEF" } as const;

function writeCelula(celula: Celula, zona: string): CellObject | null {
  switch (celula.kind) {
    case "texto":
      return celula.texto === null ? null : text(celula.texto);
    case "chave":
      return text(celula.chave);
    case "documento":
      return celula.documento === "" ? null : text(formatDocumento(celula.documento));
    case "inteiro":
      return { value: celula.inteiro, type: Number, format: INTEIRO };
    // A spreadsheet number holds 15 digits exactly, which is enough for a Valor.
    case "valor":
      return { value: Number(celula.valor), type: Number, format: DINHEIRO };
    case "instante":
      return celula.instante === null ? null : instant(celula.instante, zona);
  }
}

function text(value: string): CellObject {
  return { value: value.slice(0, TEXTO_MAX), type: String, format: TEXTO };
}

/** Spreadsheets have no time zones: the cell contains the local time of the conta. */
function instant(value: Date, zona: string): CellObject {
  const shown = formatDataHora(value, zona);
  const [dia = 0, mes = 0, ano = 0, hora = 0, minuto = 0] = shown.split(/\D/).map(Number);
  if (ano < PRIMEIRO_ANO) return text(shown);
  return { value: new Date(Date.UTC(ano, mes - 1, dia, hora, minuto)), type: Date, format: DATA_HORA };
}
