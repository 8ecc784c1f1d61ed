/** No call of the contract, in a batch, comes near it. */
export const JSON_DEPTH_MAX = 32;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Says whether lists and objects lie deeper in each other than {@link JSON_DEPTH_MAX}, without reading them. @param json UTF-8 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let n = 0; n < json.length; n += 1) {
    const byte = json[n] ?? 0;
    if (quoted) {
      if (byte === BACKSLASH) n += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPEN.has(byte)) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (CLOSE.has(byte)) depth -= 1;
  }
  return false;
}
