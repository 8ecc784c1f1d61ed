import type { selectTexts as source } from "../../../texts/app/select-field.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/select-field.ts`. */
export const selectTexts: Translated<typeof source> = {
  limpar: "Borrar",
  limparCampo: (campo) => `Borrar ${campo}`,
};
