import { translated } from "../../languages/language.ts";

/** Texts of the palette's further ways: the panel beside, and a search kept as a view. */
export const searchMoreTexts = translated("searchMoreTexts", {
  espiar: "espiar ao lado",
  salvar: "Salvar esta busca como visão",
} as const);
