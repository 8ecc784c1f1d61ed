import { JSON_DEPTH_MAX } from "@malote/contract";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * Finds what a JSON text has too much of before it is parsed:
 * nested levels, or keys and list elements. Stops at the first.
 * @param json UTF-8
 * @param itemsMax an empty list or object counts as one item
 */
export function findExcess(json: Uint8Array, itemsMax: number): "levels" | "items" | null {
  let depth = 0;
  let items = 0;
  let quoted = false;
  for (let n = 0; n < json.length; n += 1) {
    const byte = json[n] ?? 0;
    if (quoted) {
      if (byte === BACKSLASH) n += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) items += 1;
    else if (OPEN.has(byte)) {
      items += 1;
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return "levels";
    } else if (CLOSE.has(byte)) depth -= 1;
    if (items > itemsMax) return "items";
  }
  return null;
}
