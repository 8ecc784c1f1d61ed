import { formatChave, formatDataHora, formatDocumento } from "@malote/syntax";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { type Celula, COLUNAS_EXPORTADAS } from "./colunas.ts";
import { CSV_BOM, writeLinhaCsv } from "./csv.ts";

/**
 * Columns that stand a second time at the end, as people read them: where the others stand is for
 * programs.
 */
const FORMATADAS = COLUNAS_EXPORTADAS.filter(({ formatada }) => formatada !== undefined);

/** The beginning of a CSV of documents: its mark and the headings. */
export function writeCabecalhoCsv(): string {
  const formatadas = FORMATADAS.map(({ titulo, formatada = titulo }) => formatada);
  return CSV_BOM + writeLinhaCsv([...COLUNAS_EXPORTADAS.map(({ titulo }) => titulo), ...formatadas]);
}

/** One document in a CSV; instants are read in the zone. */
export function writeNotaCsv(nota: NotaExportada, zona: string): string {
  const cells = COLUNAS_EXPORTADAS.map(({ read }) => writeCelula(read(nota), zona));
  return writeLinhaCsv([...cells, ...FORMATADAS.map(({ read }) => writeFormatada(read(nota)))]);
}

function writeCelula(celula: Celula, zona: string): string {
  switch (celula.kind) {
    case "texto":
      return celula.texto ?? "";
    // Bare, as programs read it.
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

/** The same as papers show it: of 44 digits a spreadsheet makes a number, and loses the last 29. */
function writeFormatada(celula: Celula): string {
  if (celula.kind === "chave") return formatChave(celula.chave);
  return celula.kind === "documento" ? formatDocumento(celula.documento) : "";
}
