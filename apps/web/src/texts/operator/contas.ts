import { translated } from "../../languages/language.ts";

/** Texts of the operator's list of all contas. */
export const allContasTexts = translated("allContasTexts", {
  titulo: "Contas",
  total: (contas: string) => (contas === "1" ? "1 conta" : `${contas} contas`),
  vazio: "Nenhuma conta",
  vazioTexto: "As contas aparecem aqui assim que são abertas.",
  demonstracao: "demonstração",
  nunca: "nunca",
  colunas: {
    conta: "Conta",
    uso: "Documentos no mês",
    caixas: "Caixas",
    captura: "Último e-mail",
    espera: "Fila",
    feed: "Feed",
    webhooks: "Webhooks",
  },
  uso: (documentos: string, plano: string) => `${documentos} de ${plano}`,
  guardado: (emails: string, tamanho: string) => `${emails} e-mails, ${tamanho}`,
  caixas: (quantas: string) => (quantas === "1" ? "1 caixa" : `${quantas} caixas`),
  semCaixa: "sem caixa",
  comErro: (quantas: string) => `${quantas} com erro`,
  silenciosas: (quantas: string) => (quantas === "1" ? "1 silenciosa" : `${quantas} silenciosas`),
  emDia: "em dia",
  esperam: (quantas: string) => (quantas === "1" ? "1 tarefa" : `${quantas} tarefas`),
  desde: (ha: string) => `a mais antiga, ${ha}`,
  numero: (numero: string) => `nº ${numero}`,
  desligados: (quantos: string) => (quantos === "1" ? "1 desativado" : `${quantos} desativados`),
  ligados: "todos ativos",
} as const);
