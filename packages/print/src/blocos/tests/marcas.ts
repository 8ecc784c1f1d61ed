import { pagesOf } from "../../tests/ferramentas.ts";

/** Only a mark across the page has letters as tall as this, in points. */
const TALL_POINTS = 40;

/** The letters that lie aslant across each page, in the order of the alphabet: a reader finds them one by one. "" where none do. */
export function marcasOf(pdf: Uint8Array): string[] {
  return pagesOf(pdf).map(({ palavras }) => {
    const tall = palavras.filter(({ y, ateY }) => ateY - y > TALL_POINTS);
    return sortLetters(tall.map(({ texto }) => texto).join(""));
  });
}

export function sortLetters(text: string): string {
  return [...text.replace(/ /g, "")].sort().join("");
}
