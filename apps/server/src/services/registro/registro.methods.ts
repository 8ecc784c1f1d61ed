import type { Handlers } from "../handler.ts";

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const registroMethods = {
  "Registro.getListRegistro": emConstrucao,
  "Registro.verifyRegistro": emConstrucao,
} satisfies Handlers<"Registro">;
