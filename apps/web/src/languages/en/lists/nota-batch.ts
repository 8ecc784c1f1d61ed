import type * as source from "../../../texts/lists/nota-batch.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/nota-batch.ts`. */
export const batchTexts: Translated<typeof source.batchTexts> = {
  rotulo: "Actions for the selected documents",
  selecionados: (n) => `${n} selected`,
  limpar: "Clear the selection",
  manifestar: "Submit statement",
  andamento: (feitas, total) => `${feitas} of ${total}…`,
  resultado: "Result by document",
  resumo: (ok, falhas) => `${ok === 1 ? "1 document marked" : `${ok} documents marked`}, ${falhas} not.`,
  ok: "Marked",
  fechar: "Close",
  parar: "Stop",
  parado: "Not done: you stopped before it.",
  doFiltro: (total) => `${total} of the filter`,
  demais: (limite) => `Marks and statements: up to ${limite} at a time`,
  exportar: (formato, limite) => `${formato} (up to ${limite})`,
  repositorio: "XMLs through the Repository",
  baixar: "XML and DANFE",
  baixarMuitos: (limite) =>
    `Up to ${limite} documents at a time. For more, use the Repository, which prepares the ZIP in the background.`,
  baixado: (n) => (n === 1 ? "1 document downloaded in a ZIP." : `${n} documents downloaded in a ZIP.`),
  baixadoResumo: (ok, falhas) =>
    `${ok === 1 ? "1 document in the ZIP" : `${ok} documents in the ZIP`}, ${falhas} not.`,
  noZip: "In the ZIP",
};

const OPTIONAL_COLUMNS = {
  veredito: "Verdict",
  emissao: "Issued",
  uf: "State",
  chegada: "Arrived at Malote",
  nfe: "NF-e status",
  sefaz: "SEFAZ",
  manifestacao: "Statement",
  chave: "Access key",
  processado: "Processed in the ERP",
  recebido: "Received",
  conferido: "Checked",
  tipo: "Type",
  numero: "Number and series",
  valor: "Value",
};

/** English texts of the display options: columns and density of the list. */
export const displayTexts: Translated<typeof source.displayTexts> = {
  rotulo: "Columns and density",
  densidade: "Rows",
  densidades: { normal: "Normal", compacta: "Compact" },
  colunas: "Columns",
  padrao: "Default columns",
  nomes: {
    E: {
      ...OPTIONAL_COLUMNS,
      parte: "Issuer",
      documento: "CNPJ or CPF of the issuer",
      nossa: "Your company",
    },
    S: {
      ...OPTIONAL_COLUMNS,
      parte: "Recipient",
      documento: "CNPJ or CPF of the recipient",
      nossa: "Your company",
    },
  },
};
