import type { PrintedNfe } from "@malote/dfe";
import { formatPrintedNumber, formatPrintedSeries } from "../page/print-formats.ts";
import type { PdfInfo } from "../pdf/write-pdf.ts";

/** The metadata of the PDF of an NF-e; its date is the day of issue. */
export function pdfInfoOf({ chave, numero, serie, emitente, emissao }: PrintedNfe): PdfInfo {
  const data = emissao === null ? null : new Date(emissao);
  return {
    title: `DANFE ${formatPrintedNumber(numero)} série ${formatPrintedSeries(serie)}`,
    autor: emitente.nome,
    assunto: chave,
    data: data === null || Number.isNaN(data.getTime()) ? null : data,
  };
}
