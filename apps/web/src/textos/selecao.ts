/** What a select says of the way back to its empty value. */
export const selecao = {
  limpar: "Limpar",
  limparCampo: (campo: string) => `Limpar ${campo}`,
} as const;
