/** What is said of saved views of lists, before their panel opens. */
export const visoes = {
  salvarComo: "Salvar como visão",
  visoes: "Visões",
  atual: (nome: string) => `Visão ${nome}`,
  modificada: (nome: string) => `Visão ${nome}, modificada`,
  marca: "•",
} as const;
