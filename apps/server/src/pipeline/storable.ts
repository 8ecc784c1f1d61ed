/** Text as PostgreSQL can hold it: no NUL, and no half of a surrogate pair, which becomes U+FFFD. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll("\0", "")).toString("utf8");
}
