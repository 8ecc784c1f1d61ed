/** Replaces text, and fails when nothing changes.   @throws Error */
export function change(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`not in the document: ${from}`);
  return changed;
}
