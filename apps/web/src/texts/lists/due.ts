import { translated } from "../../languages/language.ts";

/** Texts of the due day of a document. */
export const dueTexts = translated("dueTexts", {
  campo: "Vencimento",
  campoDoFiltro: "Vencimento das parcelas",
} as const);
