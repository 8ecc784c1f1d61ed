/** Texts of the button that clears a select. */
export const selecao = {
  limpar: "Limpar",
  limparCampo: (campo: string) => `Limpar ${campo}`,
} as const;
