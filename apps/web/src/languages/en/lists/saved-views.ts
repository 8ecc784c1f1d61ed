import type * as source from "../../../texts/lists/saved-views.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/saved-views.ts`. */
export const savedViewTexts: Translated<typeof source.savedViewTexts> = {
  salvarComo: "Save as a view",
  visoes: "Views",
  visao: "View",
  modificada: ", modified",
  marca: "•",
};
