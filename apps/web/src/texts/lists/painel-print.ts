import { translated } from "../../languages/language.ts";

/** Texts of the painel on paper. */
export const painelPrintTexts = translated("painelPrintTexts", {
  precisa: "Precisa de você",
  porPeriodo: (medida: string, por: string) => `${medida}, ${por}`,
  linhaAntes: (nome: string) => `Linha tracejada: ${nome}`,
} as const);
