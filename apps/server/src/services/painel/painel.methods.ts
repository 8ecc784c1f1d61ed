import type { Handlers } from "../handler.ts";

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const painelMethods = {
  "Painel.getEstatistica": emConstrucao,
  "Painel.getEstatisticaUF": emConstrucao,
  "Painel.getEstatisticaDetalhado": emConstrucao,
} satisfies Handlers<"Painel">;
