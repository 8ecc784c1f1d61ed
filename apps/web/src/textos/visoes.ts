/** What is said of saved views of lists, before their panel opens. */
export const visoes = {
  salvarComo: "Salvar como visão",
  visoes: "Visões",
  visao: "Visão",
  modificada: ", modificada",
  marca: "•",
} as const;
