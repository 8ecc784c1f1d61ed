import { pagesOf } from "../../tests/ferramentas.ts";

/** Only watermarks have letters this tall, in points. */
const TALL_POINTS = 40;

/** The letters of the watermark on each page, sorted, because pdftotext returns rotated letters in any
 * order; "" for none. */
export function marcasOf(pdf: Uint8Array): string[] {
  return pagesOf(pdf).map(({ palavras }) => {
    const tall = palavras.filter(({ y, ateY }) => ateY - y > TALL_POINTS);
    return sortLetters(tall.map(({ texto }) => texto).join(""));
  });
}

export function sortLetters(text: string): string {
  return [...text.replace(/ /g, "")].sort().join("");
}
