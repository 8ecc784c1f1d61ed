import { translated } from "../../languages/language.ts";

/** The kinds of person; the keys are the values of the API. */
export const personTypes = translated("personTypes", { Jurídica: "Jurídica", Física: "Física" });

/** The colours that a user can choose. */
export const colourNames = translated("colourNames", {
  verde: "Verde",
  turquesa: "Turquesa",
  anil: "Anil",
  laranja: "Laranja",
  cinza: "Cinza",
  ameixa: "Ameixa",
  azul: "Azul",
  lilas: "Lilás",
  oliva: "Oliva",
});

export const userTexts = translated("userTexts", {
  /** Between the names of a browser and its system. */
  navegadorEm: " em ",
});
