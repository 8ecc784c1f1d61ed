import { describe, expect, test } from "vitest";
import * as english from "./en/index.ts";
import sameInEnglish from "./en/same.txt?raw";
import * as spanish from "./es/index.ts";
import sameInSpanish from "./es/same.txt?raw";

type Exports = Readonly<Record<string, unknown>>;
type Sentence = { place: string; source: string; translation: string };
type Found = { faults: string[]; sentences: Sentence[] };

const FILES = Object.values(import.meta.glob<Exports>("../texts/*/*.ts", { eager: true }));
const SOURCES = Object.assign({}, ...FILES) as Exports;
/** No sentences, each in a language of its own, or read by suppliers. */
const NOT_TRANSLATED = ["FAQ_ENTRIES_ON_HOME", "languageOffers", "supplierEmailTexts"];

const LANGUAGES = [
  { name: "English", catalogue: english as Exports, same: sameInEnglish, foreign: /[áàâãéêíóôõúç]/i },
  { name: "Spanish", catalogue: spanish as Exports, same: sameInSpanish, foreign: /[àâãêôõç]/i },
];

describe.each(LANGUAGES)("the texts in $name", ({ catalogue, same, foreign }) => {
  const found: Found = { faults: [], sentences: [] };
  for (const [name, source] of Object.entries(SOURCES)) {
    if (!NOT_TRANSLATED.includes(name)) compare(name, source, catalogue[name], found);
  }
  const known = new Set(same.split("\n"));

  test("have the keys and parameters of the Portuguese ones", () => {
    expect(found.sentences.length).toBeGreaterThan(2_000);
    expect(found.faults).toEqual([]);
  });

  test("are other words than the Portuguese, except the listed ones", () => {
    const equal = found.sentences.filter(({ source, translation }) => source === translation);
    expect(equal.filter(({ source }) => hasWords(source) && !known.has(source))).toEqual([]);
  });

  test("use only the alphabet of the language, except in listed sentences", () => {
    const strange = found.sentences.filter(({ translation }) => foreign.test(translation));
    expect(strange.filter(({ translation }) => !known.has(translation))).toEqual([]);
  });
});

/** Adds the sentences of a text and its translation, and the differences of their shapes. */
function compare(place: string, source: unknown, translation: unknown, found: Found): void {
  if (typeof source !== typeof translation) {
    found.faults.push(`${place}: ${typeof translation}, not ${typeof source}`);
  } else if (typeof source === "string" && typeof translation === "string") {
    // Ids are parts of addresses.
    if (!place.endsWith(".id")) found.sentences.push({ place, source, translation });
    else if (source !== translation) found.faults.push(`${place}: another id`);
  } else if (typeof source === "function" && typeof translation === "function") {
    if (source.length !== translation.length) found.faults.push(`${place}: ${translation.length} parameters`);
    for (const value of ["1", "7"]) {
      const values = Array.from({ length: source.length }, () => value);
      compare(`${place}(${value})`, source(...values), translation(...values), found);
    }
  } else if (typeof source === "object" && source !== null) {
    const [ours, theirs] = [source as Exports, translation as Exports];
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      compare(`${place}.${key}`, ours[key], theirs[key], found);
    }
  }
}

/** Numbers, signs, units and abbreviations are the same in every language. */
function hasWords(text: string): boolean {
  return /\p{Ll}{3}/u.test(text);
}
