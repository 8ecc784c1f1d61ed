import type * as source from "../../../texts/lists/due.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/due.ts`. */
export const dueTexts: Translated<typeof source.dueTexts> = {
  campo: "Due date",
  campoDoFiltro: "Due date of the installments",
};
