import type { dueTexts as source } from "../../../texts/lists/due.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/due.ts`. */
export const dueTexts: Translated<typeof source> = {
  campo: "Vencimiento",
  campoDoFiltro: "Vencimiento de las cuotas",
};
