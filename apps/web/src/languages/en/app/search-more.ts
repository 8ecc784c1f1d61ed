import type * as source from "../../../texts/app/search-more.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/search-more.ts`. */
export const searchMoreTexts: Translated<typeof source.searchMoreTexts> = {
  espiar: "show beside",
  salvar: "Save this search as a view",
};
