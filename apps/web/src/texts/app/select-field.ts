/** Texts of the button that clears a select. */
export const selectTexts = {
  limpar: "Limpar",
  limparCampo: (campo: string) => `Limpar ${campo}`,
} as const;
