import { translated } from "../../languages/language.ts";

/** The views of an earlier release that could not be brought to the server. */
export const browserViewTexts = translated("browserViewTexts", {
  titulo: "Suas visões salvas ainda estão só neste navegador",
  texto: "O Malote não conseguiu levá-las ao servidor. Elas continuam guardadas aqui.",
} as const);
