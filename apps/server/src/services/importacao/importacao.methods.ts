import type { Handlers } from "../handler.ts";

const notYet = async (): Promise<never> => {
  throw new Error("not yet");
};

export const importacaoMethods = {
  "Importacao.getListImportacao": notYet,
  "Importacao.getImportacao": notYet,
  "Importacao.getListImportacaoErros": notYet,
} satisfies Handlers<"Importacao">;
