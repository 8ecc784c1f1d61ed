import type { SearchOperatorName, SearchSituation } from "@malote/syntax";
import { translated } from "../../languages/language.ts";

/** One hint for each operator: an example, and what it means. */
const OPERATOR_HINTS: Record<SearchOperatorName, { exemplo: string; dica: string }> = {
  valor: { exemplo: "valor:>1000", dica: "acima, ou valor:500..900" },
  de: { exemplo: "de:orvalho", dica: "emitente, nome ou CNPJ" },
  emissao: { exemplo: "emissao:mes-passado", dica: "hoje, 7d, 2026-10" },
  situacao: { exemplo: "situacao:divergente", dica: "quarentena, cancelada, aberta" },
  tipo: { exemplo: "tipo:cte", dica: "nfe, nfce, cteos, mdfe" },
  para: { exemplo: "para:moinho", dica: "destinatário, nome ou CNPJ" },
  uf: { exemplo: "uf:SP", dica: "UF da outra parte" },
};

const SITUATIONS: Record<SearchSituation, string> = {
  divergente: "divergentes",
  quarentena: "em quarentena",
  autorizada: "autorizadas",
  cancelada: "canceladas",
  denegada: "denegadas",
  "nao-validada": "não validadas",
  aberta: "não processadas",
  processada: "processadas",
  recebida: "recebidas",
  conferida: "conferidas",
};

/** Texts of the operators of the search. */
export const operatorTexts = translated("operatorTexts", {
  grupo: "Operadores",
  completa: "Tab completa",
  completar: (exemplo: string, dica: string) => `${exemplo}: ${dica}`,
  retirar: (operador: string) => `Retirar ${operador}`,
  dicas: OPERATOR_HINTS,
  valorAcima: (valor: string) => `valor acima de ${valor}`,
  valorAte: (valor: string) => `valor até ${valor}`,
  valorEntre: (de: string, ate: string) => `valor de ${de} a ${ate}`,
  valorDe: (valor: string) => `valor de ${valor}`,
  de: (quem: string) => `de “${quem}”`,
  para: (quem: string) => `para “${quem}”`,
  emissaoEm: (dia: string) => `emissão em ${dia}`,
  emissaoEntre: (de: string, ate: string) => `emissão de ${de} a ${ate}`,
  emissaoDesde: (dia: string) => `emissão desde ${dia}`,
  emissaoAte: (dia: string) => `emissão até ${dia}`,
  situacoes: SITUATIONS,
  uf: (uf: string) => `UF ${uf}`,
  texto: (texto: string) => `“${texto}”`,
} as const);
