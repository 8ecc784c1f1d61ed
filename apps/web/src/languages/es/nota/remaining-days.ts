import type { remainingDaysTexts as source } from "../../../texts/nota/remaining-days.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/remaining-days.ts`. */
export const remainingDaysTexts: Translated<typeof source> = {
  faltam: (dias) =>
    dias === 0 ? "falta menos de 1 día" : dias === 1 ? "falta 1 día" : `faltan ${dias} días`,
  tacita: "Confirmada tácitamente",
};
