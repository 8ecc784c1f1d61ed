import { type Language, translated } from "../../languages/language.ts";

/** The choice of the language. The languages themselves keep their own names. */
export const languageTexts = translated("languageTexts", { idioma: "Idioma" });

/** Each in the language that it offers: shown to a browser in that language. */
export const languageOffers: Readonly<Record<Language, string>> = {
  pt: "Usar o Malote em português",
  en: "Use Malote in English",
  es: "Usar Malote en español",
};
