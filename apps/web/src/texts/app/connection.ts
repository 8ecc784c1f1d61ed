import { translated } from "../../languages/language.ts";

/** Texts of the bar of a lost connection, and of a newer release. */
export const connectionTexts = translated("connectionTexts", {
  semConexao: "Sem conexão:",
  tentaEm: (segundos: number) => `nova tentativa em ${segundos} s.`,
  tentando: "tentando agora.",
  continua: (marcas: number) =>
    marcas === 0
      ? "Nada se perde: a página fica como está, e o servidor segue coletando."
      : marcas === 1
        ? "Você pode continuar: a marca feita agora será enviada quando a rede voltar."
        : `Você pode continuar: as ${marcas} marcas feitas agora serão enviadas quando a rede voltar.`,
  paginaEspera: "Sem conexão: a página abre quando a rede voltar.",
  ficarAqui: "Ficar aqui",
  campo: "sem conexão",
  tentarJa: "Tentar já",
  atualizado: "O Malote foi atualizado.",
  atualizadoTexto: "Recarregue quando terminar o que está fazendo.",
  recarregar: "Recarregar",
} as const);
