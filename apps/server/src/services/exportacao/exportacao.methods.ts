import type { Handlers } from "../handler.ts";

const notYet = async (): Promise<never> => {
  throw new Error("not yet");
};

export const exportacaoMethods = {
  "Exportacao.getListExportacao": notYet,
  "Exportacao.getExportacao": notYet,
  "Exportacao.deleteExpired": notYet,
} satisfies Handlers<"Exportacao">;
