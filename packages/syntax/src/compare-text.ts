/** Order of two texts by their UTF-16 units, for `sort`: not the locale's, which differs between machines. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
