import { translated } from "../../languages/language.ts";

/** Texts of the menu of a column. */
export const columnTexts = translated("columnTexts", {
  menu: (coluna: string) => `Opções da coluna ${coluna}`,
  maisLarga: "Mais larga",
  maisEstreita: "Mais estreita",
  ajustar: "Ajustar ao conteúdo",
  esquerda: "Mover para a esquerda",
  direita: "Mover para a direita",
  fixar: "Fixar à esquerda",
  soltar: "Soltar",
  ocultar: "Ocultar coluna",
  padrao: "Voltar às colunas padrão",
} as const);
