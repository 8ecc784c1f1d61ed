import { translated } from "../../languages/language.ts";

/** Names of the operator's pages, and the links to them and back. */
export const operatorMenuTexts = translated("operatorMenuTexts", {
  operacao: "Operação",
  voltarConta: "Voltar à conta",
  telas: {
    operacao: "Operação",
    contas: "Contas",
    filas: "Filas",
    caixas: "Caixas",
    backups: "Backups",
    registros: "Registros",
    configuracao: "Configuração",
  },
} as const);
