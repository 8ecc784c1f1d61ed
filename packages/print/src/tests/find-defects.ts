import { pagesOf, type Rule, rulesOf, type Word } from "./external-tools.ts";

/** Taller letters are a watermark, which other text may cover; on a narrow page each letter is a word of
 * its own. */
const WATERMARK_POINTS = 18;
const NARROW_WATERMARK_POINTS = 11.5;
/** Allowed overlap in points: rounding, and the blank that pdftotext counts with a word. */
const SLACK_X = 0.8;
/** Share of the smaller word's height: the font's space for accents and descenders is mostly empty. */
const SLACK_Y = 0.3;

/** The visible defects of a printed document: words outside the page, overlapping words, lines through
 * words. Each as a sentence; [] if there are none. */
export function findDefects(pdf: Uint8Array): string[] {
  const rules = rulesOf(pdf);
  return pagesOf(pdf).flatMap(({ width, height, words: allWords }, at) => {
    const words = allWords.filter((word) => !isWatermark(word));
    const outside = words.filter(({ x, y, endX, endY }) => x < 0 || y < 0 || endX > width || endY > height);
    return [
      ...outside.map((word) => `${placeOf(word)} fora da página`),
      ...findOverlapping(words),
      ...findTruncated(words, rules[at] ?? []),
    ];
  });
}

function isWatermark({ text, x, y, endX, endY }: Word): boolean {
  if (endY - y > WATERMARK_POINTS) return true;
  return text.length <= 2 && Math.max(endY - y, (endX - x) / text.length) > NARROW_WATERMARK_POINTS;
}

function findOverlapping(words: readonly Word[]): string[] {
  const sorted = [...words].sort((a, b) => a.y - b.y);
  const found: string[] = [];
  sorted.forEach((word, at) => {
    for (let next = at + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.y >= word.endY) return;
      if (overlaps(word, other)) found.push(`${placeOf(word)} sobre ${placeOf(other)}`);
    }
  });
  return found;
}

function overlaps(a: Word, b: Word): boolean {
  const across = Math.min(a.endX, b.endX) - Math.max(a.x, b.x);
  const down = Math.min(a.endY, b.endY) - Math.max(a.y, b.y);
  return across > SLACK_X && down > SLACK_Y * Math.min(a.endY - a.y, b.endY - b.y);
}

/** Words crossed by a line of the form. */
function findTruncated(words: readonly Word[], rules: readonly Rule[]): string[] {
  return words.flatMap((word) => {
    const { x, y, endX, endY } = inkOf(word);
    const hit = rules.find((rule) => rule.x < endX && rule.endX > x && rule.y < endY && rule.endY > y);
    return hit ? [`${placeOf(word)} cortada por uma linha`] : [];
  });
}

/** The inner area of a word, which certainly has ink; for upward text, the trimmed sides are left and
 * right. */
function inkOf({ x, y, endX, endY, text }: Word): Rule {
  const isTurned = endY - y > endX - x;
  // A word of one or two letters may have either orientation.
  const isShort = text.length <= 2;
  const slackX = isTurned || isShort ? (endX - x) * SLACK_Y : SLACK_X;
  const slackY = isTurned && !isShort ? SLACK_X : (endY - y) * SLACK_Y;
  return { x: x + slackX, y: y + slackY, endX: endX - slackX, endY: endY - slackY };
}

function placeOf({ page, text, x, y }: Word): string {
  return `"${text}" (p. ${page}, ${Math.round(x / 2.8346)} × ${Math.round(y / 2.8346)} mm)`;
}
