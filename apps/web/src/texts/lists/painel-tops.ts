import { formatInteger } from "@malote/syntax";
import { translated } from "../../languages/language.ts";

/** Texts of the two lists under the charts of the painel. */
export const painelTopTexts = translated("painelTopTexts", {
  partes: { E: "Maiores fornecedores", S: "Maiores clientes" },
  porValor: "por valor",
  vencimentos: { E: "A pagar por vencimento", S: "A receber por vencimento" },
  naoIntegradas: "parcelas das notas não integradas",
  soAsNovas: (n: number) => `parcelas das ${formatInteger(n)} notas mais novas não integradas`,
  verPartes: (n: number) => (n === 1 ? "Ver 1" : `Ver os ${formatInteger(n)}`),
  verNotas: (n: number) => (n === 1 ? "Ver 1" : `Ver as ${formatInteger(n)}`),
  notas: (n: number) => (n === 1 ? "1 nota" : `${formatInteger(n)} notas`),
  documentos: (n: number) => (n === 1 ? "1 documento" : `${formatInteger(n)} documentos`),
  vencidas: "Vencidas",
  estaSemana: (ate: string) => `Até ${ate}`,
  semana: (de: string, ate: string) => `${de} a ${ate}`,
  depois: (de: string) => `A partir de ${de}`,
  semPartes: { E: "Nenhum documento recebido no período.", S: "Nenhum documento emitido no período." },
  semVencimentos: "Nenhuma parcela de nota não integrada.",
  colunas: { nome: "Nome", vencimento: "Vencimento", notas: "Notas", valor: "Valor" },
} as const);
