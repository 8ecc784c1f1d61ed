import { formatInteger } from "@malote/syntax";
import type * as source from "../../../texts/lists/print.ts";
import type { Translated } from "../../translated.ts";

/** "1st", "2nd", "3rd", "4th", "11th", "21st". */
function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;
}

/** English texts of `texts/lists/print.ts`. */
export const printTexts: Translated<typeof source.printTexts> = {
  imprimir: "Print the list",
  imprimirDica: "On A4 sheets, with the sums",
  tecla: "Ctrl P",
  preparando: (total) => `Preparing to print ${total}…`,
  recebido: "Received DF-e",
  emitido: "Issued DF-e",
  empresas: (n) => `${n} companies`,
  serie: (serie) => `, series ${serie}`,
  emitidaEm: (quando) => `issued on ${quando}`,
  comparacao: (rotulo, texto) => `${rotulo}: ${texto}`,
  partes: "Parties",
  inscricao: "CNPJ or CPF",
  nome: "Name",
  lugar: "City, state",
  itens: "Items",
  item: {
    codigo: "Code",
    descricao: "Description",
    ncm: "NCM",
    cfop: "CFOP",
    quantidade: "Qty.",
    unitario: "Unit value",
    total: "Total value",
  },
  totalDosItens: "Total of the items",
  parcela: (n) => `${ordinal(n)} installment`,
  vencimentos: "Due dates",
  aconteceu: "What happened",
  ainda: "not yet",
  chave: "Access key",
  impressoPor: (nome, quando) => `Printed by ${nome} on ${quando}`,
  naoSubstitui: "Does not replace the auxiliary document.",
  documentos: (n) => (n === 1 ? "1 document" : `${formatInteger(n)} documents`),
  somaDoFiltro: (documentos) => `${documentos}, sum of the filter`,
  somaDaPagina: (documentos) => `Sum of the page, ${documentos}`,
  somaFinal: (documentos) => `Sum of the filter, ${documentos}`,
  somaImpressa: (documentos) => `Sum of the ${documentos} printed`,
  transportado: (pagina, documentos) => `Carried forward from page ${pagina}, ${documentos}`,
  primeiros: (impressos, total) => `the first ${impressos} of ${total}`,
  semFiltro: "no filter",
  ordem: (ordem) => `in order of ${ordem.charAt(0).toLocaleLowerCase("en")}${ordem.slice(1)}`,
  pagina: (n, total) => `page ${n} of ${total}`,
};
