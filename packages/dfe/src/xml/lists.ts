/** The shared empty list of attributes, declarations and children. */
export const NONE: readonly never[] = [];

/** Appends an item, in place if the list is not empty. Most lists
 * have one item, while a growing array reserves seventeen. */
export function extend<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list.length === 0) return [item];
  (list as Item[]).push(item);
  return list;
}
