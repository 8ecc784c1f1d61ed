import type { PapelNfe } from "@malote/dfe";
import { formatNumeroPapel, formatSeriePapel } from "../page/print-formats.ts";
import type { PdfInfo } from "../pdf/write-pdf.ts";

/** The metadata of the PDF of an NF-e; its date is the day of issue. */
export function pdfInfoOf({ chave, numero, serie, emitente, emissao }: PapelNfe): PdfInfo {
  const data = emissao === null ? null : new Date(emissao);
  return {
    title: `DANFE ${formatNumeroPapel(numero)} série ${formatSeriePapel(serie)}`,
    autor: emitente.nome,
    assunto: chave,
    data: data === null || Number.isNaN(data.getTime()) ? null : data,
  };
}
