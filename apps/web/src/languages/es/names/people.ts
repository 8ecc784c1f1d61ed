import type * as source from "../../../texts/names/people.ts";
import type { Translated } from "../../translated.ts";

/** Spanish names of the kinds of person. */
export const personTypes: Translated<typeof source.personTypes> = {
  Jurídica: "Persona jurídica",
  Física: "Persona física",
};

/** Spanish names of the colours of a user. */
export const colourNames: Translated<typeof source.colourNames> = {
  verde: "Verde",
  turquesa: "Turquesa",
  anil: "Añil",
  laranja: "Naranja",
  cinza: "Gris",
  ameixa: "Ciruela",
  azul: "Azul",
  lilas: "Lila",
  oliva: "Oliva",
};

export const userTexts: Translated<typeof source.userTexts> = { navegadorEm: " en " };
