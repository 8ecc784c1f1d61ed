import { XML_NODES_MAX } from "./limits.ts";

const SLASH = 0x2f;
/** Characters of the smallest element, `<a/>`. */
const TAG_MIN = 4;
/** Characters by which is guessed how many tags a text has. */
const SAMPLE = 16_384;

/** Whether a text has more starts of tags, comments and the like than a document may have: unless they stand inside a comment or
 * CDATA, it will be refused. They are counted only where its beginning is full of them. */
export function hasTooManyTags(text: string): boolean {
  if (text.length < XML_NODES_MAX * TAG_MIN) return false;
  const expected = countTags(text.slice(0, SAMPLE)) * (text.length / SAMPLE);
  return expected > XML_NODES_MAX && countTags(text) > XML_NODES_MAX;
}

/** The starts of tags, comments and the like, up to one more than a document may have. */
function countTags(text: string): number {
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1 && tags <= XML_NODES_MAX; at = text.indexOf("<", at + 1)) {
    if (text.charCodeAt(at + 1) !== SLASH) tags += 1;
  }
  return tags;
}
