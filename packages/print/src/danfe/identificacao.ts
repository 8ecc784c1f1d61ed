import type { PapelNfe } from "@malote/dfe";
import { formatNumeroPapel, formatSeriePapel } from "../folha/formatos-papel.ts";
import type { Identificacao } from "../pdf/write-pdf.ts";

/** The metadata of the PDF of an NF-e; its date is the day of issue. */
export function identificacaoOf({ chave, numero, serie, emitente, emissao }: PapelNfe): Identificacao {
  const data = emissao === null ? null : new Date(emissao);
  return {
    titulo: `DANFE ${formatNumeroPapel(numero)} série ${formatSeriePapel(serie)}`,
    autor: emitente.nome,
    assunto: chave,
    data: data === null || Number.isNaN(data.getTime()) ? null : data,
  };
}
