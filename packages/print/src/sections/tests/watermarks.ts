import { pagesOf } from "../../tests/external-tools.ts";

/** Only watermarks have letters this tall, in points. */
const TALL_POINTS = 40;

/** The letters of the watermark on each page, sorted, because pdftotext returns rotated letters in any
 * order; "" for none. */
export function watermarksOf(pdf: Uint8Array): string[] {
  return pagesOf(pdf).map(({ words }) => {
    const tall = words.filter(({ y, endY }) => endY - y > TALL_POINTS);
    return sortLetters(tall.map(({ text }) => text).join(""));
  });
}

export function sortLetters(text: string): string {
  return [...text.replace(/ /g, "")].sort().join("");
}
