import type { Translated } from "./translated.ts";

/** The languages of the screens, each under its own name. Portuguese is the source of the others. */
export const LANGUAGES = { pt: "Português", en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

/** BCP 47 tags, for `lang` attributes and Intl. */
const TAGS: Readonly<Record<Language, string>> = { pt: "pt-BR", en: "en", es: "es" };
// public/antes.js reads the same key, and adds the script of that language to the page.
const STORAGE_KEY = "malote-idioma";

/** The exports of en/index.ts or es/index.ts, which ran before the application; undefined in Portuguese. */
type Catalogue = Readonly<Record<string, unknown>> & {
  language: Language;
  translateSentence: (sentence: string) => string;
};
const catalogue = (globalThis as { maloteIdioma?: Catalogue }).maloteIdioma;

/** The language of this page, which does not change until it loads again. */
export const language: Language = catalogue?.language ?? "pt";
export const languageTag: string = languageTagOf(language);

/** The tag of a language, for the `lang` of its own name. */
export function languageTagOf(of: Language): string {
  return TAGS[of];
}

/**
 * The translation of texts into the language of this page, or the texts themselves.
 * @param name the exported name, under which the files of a language export the translation
 */
/* @__NO_SIDE_EFFECTS__ */
export function translated<T>(name: string, source: T): Translated<T> {
  // The type of each translation requires the shape of its source.
  return (catalogue?.[name] ?? source) as Translated<T>;
}

/** A sentence of the server in the language of this page; a sentence without translation stays as it is. */
export function translatedSentence(sentence: string): string {
  return catalogue?.translateSentence(sentence) ?? sentence;
}

/** Saves the language of this browser and loads the page again at the same address. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORAGE_KEY, chosen);
  window.location.reload();
}

/** A language of the browser that the user may prefer; null once the user has chosen one. */
export function offeredLanguage(): Language | null {
  // The prerendering in Node knows no browser.
  if (typeof window === "undefined" || hasChosen()) return null;
  const preferred = navigator.language.slice(0, 2);
  return preferred === "en" || preferred === "es" ? preferred : null;
}

function hasChosen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return true; // where nothing may be kept, no choice can be
  }
}
