import { formatChave, formatDataHora } from "@malote/syntax";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { type Celula, COLUNAS_EXPORTADAS } from "./colunas.ts";
import { CSV_BOM, writeLinhaCsv } from "./csv.ts";

/** The beginning of a CSV of documents: its mark and the headings. */
export function writeCabecalhoCsv(): string {
  return CSV_BOM + writeLinhaCsv(COLUNAS_EXPORTADAS.map(({ titulo }) => titulo));
}

/** One document in a CSV; instants are read in the zone. */
export function writeNotaCsv(nota: NotaExportada, zona: string): string {
  return writeLinhaCsv(COLUNAS_EXPORTADAS.map(({ read }) => writeCelula(read(nota), zona)));
}

function writeCelula(celula: Celula, zona: string): string {
  switch (celula.kind) {
    case "texto":
      return celula.texto ?? "";
    // In groups of four, as papers show it: a spreadsheet would make a number of 44 digits, and lose the last 29.
    case "chave":
      return formatChave(celula.chave);
    case "inteiro":
      return String(celula.inteiro);
    case "valor":
      return celula.valor.replace(".", ",");
    case "instante":
      return celula.instante === null ? "" : formatDataHora(celula.instante, zona);
  }
}
