const SLASH = 0x2f;
/** Length of the smallest element, `<a/>`. */
const TAG_MIN = 4;
/** Length of the sample that estimates the number of tags. */
const SAMPLE = 16_384;

/** Says whether a text has too much markup: it is refused then, unless a comment or
 * CDATA holds it. Counts it all only when the start of the text is dense with tags. */
export function hasTooManyTags(text: string, max: number): boolean {
  if (text.length < max * TAG_MIN) return false;
  const expected = countTags(text.slice(0, SAMPLE), max) * (text.length / SAMPLE);
  return expected > max && countTags(text, max) > max;
}

/** Counts start tags, comments and other markup, up to max + 1. */
function countTags(text: string, max: number): number {
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1 && tags <= max; at = text.indexOf("<", at + 1)) {
    if (text.charCodeAt(at + 1) !== SLASH) tags += 1;
  }
  return tags;
}
