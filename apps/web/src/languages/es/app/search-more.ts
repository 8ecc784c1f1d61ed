import type { searchMoreTexts as source } from "../../../texts/app/search-more.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/search-more.ts`. */
export const searchMoreTexts: Translated<typeof source> = {
  espiar: "mostrar al lado",
  salvar: "Guardar esta búsqueda como vista",
};
