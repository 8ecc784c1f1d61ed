/** Maximum characters of the sort key of a name. */
export const NAME_SORT_KEY_MAX = 40;

/** A name for searching: no accents, lower case, single spaces, not truncated. */
export function foldName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The sort key of a name: folded, up to 40 characters. Computed here so
 * that the order is the same on every machine (the column compares bytes). */
export function nameSortKey(name: string): string {
  return [...foldName(name)].slice(0, NAME_SORT_KEY_MAX).join("");
}
