import type { Handlers } from "../handler.ts";

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const contaMethods = {
  "Conta.getConta": emConstrucao,
  "Conta.saveConta": emConstrucao,
  "Conta.newConta": emConstrucao,
  "Conta.sendContato": emConstrucao,
  "Conta.getListUso": emConstrucao,
} satisfies Handlers<"Conta">;
