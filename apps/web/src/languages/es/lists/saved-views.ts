import type { savedViewTexts as source } from "../../../texts/lists/saved-views.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/saved-views.ts`. */
export const savedViewTexts: Translated<typeof source> = {
  salvarComo: "Guardar como vista",
  visoes: "Vistas",
  visao: "Vista",
  modificada: ", modificada",
  marca: "•",
};
