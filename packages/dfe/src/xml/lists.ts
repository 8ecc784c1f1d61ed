/** What every element has that has nothing. */
export const NONE: readonly never[] = [];

/** A list with one item more, the same one if it has any: most have one item, and an array that grows makes room for seventeen. */
export function extend<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list.length === 0) return [item];
  (list as Item[]).push(item);
  return list;
}
