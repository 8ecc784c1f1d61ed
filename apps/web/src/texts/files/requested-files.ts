import { translated } from "../../languages/language.ts";

/** Texts of requested files: exportações and ZIPs. */
export const requestedFileTexts = translated("requestedFileTexts", {
  estados: {
    pendente: "Na fila",
    "em-andamento": "Preparando",
    concluido: "Pronto",
    falhou: "Falhou",
    expirado: "Expirado",
  },
  baixar: "Baixar",
  baixarNome: (nome: string) => `Baixar ${nome}`,
  de: (feitos: string, total: string) => `${feitos} de ${total}`,
  documentos: (n: string) => (n === "1" ? "1 documento" : `${n} documentos`),
  expira: (quando: string) => `expira ${quando}`,
  pronto: (nome: string) => `${nome} está pronto.`,
  falhou: "O arquivo não pôde ser feito",
} as const);
