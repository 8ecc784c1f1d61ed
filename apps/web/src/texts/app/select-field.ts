import { translated } from "../../languages/language.ts";

/** Texts of the button that clears a select. */
export const selectTexts = translated("selectTexts", {
  limpar: "Limpar",
  limparCampo: (campo: string) => `Limpar ${campo}`,
} as const);
