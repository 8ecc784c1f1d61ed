import type { Handlers } from "../handler.ts";

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const autocompleteMethods = {
  "Autocomplete.getEmpresas": emConstrucao,
  "Autocomplete.getParticipantes": emConstrucao,
  "Autocomplete.getRemetentes": emConstrucao,
  "Autocomplete.getUsuarios": emConstrucao,
} satisfies Handlers<"Autocomplete">;
