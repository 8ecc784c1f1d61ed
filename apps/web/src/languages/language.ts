import type { Translated } from "./translated.ts";

/** The languages of the screens, each under its own name. Portuguese is the source of the others. */
export const LANGUAGES = { pt: "Português", en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

/** BCP 47 tags, for `lang` attributes and Intl. */
const TAGS: Readonly<Record<Language, string>> = { pt: "pt-BR", en: "en", es: "es" };
const STORAGE_KEY = "malote-idioma";

/** The language chosen in this browser, which does not change until the page loads again. */
export const language: Language = readChosen();
export const languageTag: string = TAGS[language];

const catalogue: Readonly<Record<string, unknown>> = await loadCatalogue();

/**
 * The translation of texts into the language of this browser, or the texts themselves.
 * @param name the exported name, under which the files of a language export the translation
 */
/* @__NO_SIDE_EFFECTS__ */
export function translated<T>(name: string, source: T): Translated<T> {
  // The type of each translation requires the shape of its source.
  return (catalogue[name] ?? source) as Translated<T>;
}

/** Changes the language of this browser and loads the page again at the same address. */
export function chooseLanguage(chosen: Language): void {
  if (chosen === language) return;
  localStorage.setItem(STORAGE_KEY, chosen);
  window.location.reload();
}

function readChosen(): Language {
  // The prerendering in Node has no window.
  if (typeof window === "undefined") return "pt";
  try {
    const saved = localStorage.getItem(STORAGE_KEY);
    return saved === "en" || saved === "es" ? saved : "pt";
  } catch {
    return "pt"; // storage may be closed to the page
  }
}

/** @NOTE A language's files must not depend on a chunk that waits for this module: see self-contained.ts. */
async function loadCatalogue(): Promise<Record<string, unknown>> {
  if (language === "en") return await import("./en/index.ts");
  if (language === "es") return await import("./es/index.ts");
  return {};
}
