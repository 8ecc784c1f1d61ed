import { translated } from "../../languages/language.ts";

/** The three flags of a document. */
export const flagSentences = translated("flagSentences", {
  processado: {
    nome: "Processado no ERP",
    curto: "ERP",
    dica: (quem: string, quando: string) => `Processado por ${quem} em ${quando}`,
    falta: "Ainda não processado no ERP",
    marcar: "Marcar processado",
    desmarcar: "Desmarcar processado",
  },
  recebido: {
    nome: "Recebido",
    curto: "Receb.",
    dica: (quem: string, quando: string) => `Recebido por ${quem} em ${quando}`,
    falta: "Ainda não recebido",
    marcar: "Marcar recebido",
    desmarcar: "Desmarcar recebido",
  },
  conferido: {
    nome: "Conferido",
    curto: "Conf.",
    dica: (quem: string, quando: string) => `Conferido por ${quem} em ${quando}`,
    falta: "Ainda não conferido",
    marcar: "Marcar conferido",
    desmarcar: "Desmarcar conferido",
  },
  bloqueada: "Em quarentena: não pode ser marcada",
  espera: "Será enviada quando a conexão voltar",
  alguem: "alguém",
} as const);
