/** Texts of the due day of a document. */
export const dueTexts = {
  campo: "Vencimento",
  campoDoFiltro: "Vencimento das parcelas",
} as const;
