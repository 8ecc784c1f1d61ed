import type * as source from "../../../texts/app/select-field.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/select-field.ts`. */
export const selectTexts: Translated<typeof source.selectTexts> = {
  limpar: "Clear",
  limparCampo: (campo) => `Clear ${campo}`,
};
