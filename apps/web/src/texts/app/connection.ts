/** Texts of the bar of a lost connection, and of a newer release. */
export const connectionTexts = {
  semConexao: "Sem conexão:",
  tentaEm: (segundos: number) =>
    `nova tentativa em ${segundos} s. Nada se perde: a página fica como está, e o servidor segue coletando.`,
  tentando: "tentando agora. Nada se perde: a página fica como está, e o servidor segue coletando.",
  tentarJa: "Tentar já",
  atualizado: "O Malote foi atualizado.",
  atualizadoTexto: "Recarregue quando terminar o que está fazendo.",
  recarregar: "Recarregar",
} as const;
