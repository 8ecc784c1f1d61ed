import type * as source from "../../../texts/names/people.ts";
import type { Translated } from "../../translated.ts";

/** English names of the kinds of person. */
export const personTypes: Translated<typeof source.personTypes> = {
  Jurídica: "Company",
  Física: "Individual",
};

/** English names of the colours of a user. */
export const colourNames: Translated<typeof source.colourNames> = {
  verde: "Green",
  turquesa: "Turquoise",
  anil: "Indigo",
  laranja: "Orange",
  cinza: "Grey",
  ameixa: "Plum",
  azul: "Blue",
  lilas: "Lilac",
  oliva: "Olive",
};

export const userTexts: Translated<typeof source.userTexts> = { navegadorEm: " on " };
