import type { ExportedNota } from "../nota/list/exported-nota.rows.ts";
import { type ReportAbout, writeReport } from "./write-report.ts";
import { writeXlsx } from "./write-xlsx.ts";

/** A list whose file is built as a whole. */
export type WholeList =
  | { formato: "XLSX"; notas: readonly ExportedNota[]; zona: string }
  | { formato: "PDF"; notas: readonly ExportedNota[]; about: ReportAbout };

/** Builds the bytes of its file. */
export type WriteListFile = (list: WholeList) => Promise<Uint8Array>;

/** Builds it in this thread: up to two seconds of one core. */
export const writeListFile: WriteListFile = async (list) =>
  list.formato === "XLSX" ? await writeXlsx(list.notas, list.zona) : writeReport(list.notas, list.about);
