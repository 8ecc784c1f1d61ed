import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { type RelatorioSobre, writeRelatorio } from "./write-relatorio.ts";
import { writeXlsx } from "./write-xlsx.ts";

/** A list whose file is built as a whole. */
export type ListaInteira =
  | { formato: "XLSX"; notas: readonly NotaExportada[]; zona: string }
  | { formato: "PDF"; notas: readonly NotaExportada[]; sobre: RelatorioSobre };

/** Builds the bytes of its file. */
export type WriteLista = (lista: ListaInteira) => Promise<Uint8Array>;

/** Builds it in this thread: up to two seconds of one core. */
export const writeLista: WriteLista = async (lista) =>
  lista.formato === "XLSX"
    ? await writeXlsx(lista.notas, lista.zona)
    : writeRelatorio(lista.notas, lista.sobre);
