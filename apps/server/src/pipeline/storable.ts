/** Text that PostgreSQL can store: without NUL; half of a surrogate pair becomes U+FFFD. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll("\0", "")).toString("utf8");
}
