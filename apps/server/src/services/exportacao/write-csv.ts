import { formatChave, formatDataHora, formatDocumento } from "@malote/syntax";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { type Celula, COLUNAS_EXPORTADAS } from "./colunas.ts";
import { CSV_BOM, writeLinhaCsv } from "./csv.ts";

/** Columns that are repeated at the end, formatted for people; their first occurrence is for programs. */
const FORMATADAS = COLUNAS_EXPORTADAS.filter(({ formatada }) => formatada !== undefined);

/** Start of a CSV of documents: BOM and header line. */
export function writeCabecalhoCsv(): string {
  const formatadas = FORMATADAS.map(({ titulo, formatada = titulo }) => formatada);
  return CSV_BOM + writeLinhaCsv([...COLUNAS_EXPORTADAS.map(({ titulo }) => titulo), ...formatadas]);
}

/** CSV line of one document; instants in the zone `zona`. */
export function writeNotaCsv(nota: NotaExportada, zona: string): string {
  const cells = COLUNAS_EXPORTADAS.map(({ read }) => writeCelula(read(nota), zona));
  return writeLinhaCsv([...cells, ...FORMATADAS.map(({ read }) => writeFormatada(read(nota)))]);
}

function writeCelula(celula: Celula, zona: string): string {
  switch (celula.kind) {
    case "texto":
      return celula.texto ?? "";
    // Unformatted, for programs.
    case "chave":
      return celula.chave;
    case "documento":
      return celula.documento;
    case "inteiro":
      return String(celula.inteiro);
    case "valor":
      return celula.valor.replace(".", ",");
    case "instante":
      return celula.instante === null ? "" : formatDataHora(celula.instante, zona);
  }
}

/** The value as printed forms show it: spreadsheets read 44 bare digits as a number and lose the last 29. */
function writeFormatada(celula: Celula): string {
  if (celula.kind === "chave") return formatChave(celula.chave);
  return celula.kind === "documento" ? formatDocumento(celula.documento) : "";
}
