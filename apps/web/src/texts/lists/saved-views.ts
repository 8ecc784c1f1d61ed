import { translated } from "../../languages/language.ts";

/** Texts of saved views outside their panel. */
export const savedViewTexts = translated("savedViewTexts", {
  salvarComo: "Salvar como visão",
  visoes: "Visões",
  visao: "Visão",
  modificada: ", modificada",
  marca: "•",
} as const);
