import type * as source from "../../../texts/files/exportacao.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/files/exportacao.ts`. */
export const exportacaoTexts: Translated<typeof source.exportacaoTexts> = {
  botao: "Export",
  opcoes: {
    CSV: { nome: "CSV", dica: "for spreadsheets and systems" },
    XLSX: { nome: "Spreadsheet (XLSX)", dica: "with dates and values ready to add up" },
    PDF: { nome: "PDF report", dica: "with the filter and the totals" },
  },
  limite: (limite) => `up to ${limite} documents`,
  acima: (limite) => `The filter has more than ${limite} documents.`,
  nada: "No documents to export.",
  total: (n) => `The ${n} documents of the filter`,
  totalUm: "The document of the filter",
  comecou: "The export is being prepared. The file will be in Administration, Exports.",
  ver: "View exports",
  lista: {
    titulo: "Exports",
    colunas: {
      arquivo: "File",
      filtro: "Filter",
      data: "Date",
      usuario: "User",
      situacao: "Status",
      acao: "Download",
    },
    semNome: (formato) => `${formato} export`,
    removerVencidas: "Remove expired",
    removerTexto: "Exports that expired or failed leave the list. The documents stay stored.",
    removidas: (n) =>
      n === 0 ? "No expired exports." : n === 1 ? "1 export removed." : `${n} exports removed.`,
    vazio: "No exports yet",
    vazioTexto: "Use Export, in the list of received or issued DF-e, to download what the filter shows.",
    irParaLista: "View received DF-e",
    total: (n) => (n === "1" ? "1 export" : `${n} exports`),
  },
};
