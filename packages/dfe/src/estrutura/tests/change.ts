/** A text with one place changed; a change that changes nothing tests nothing.   @throws Error */
export function change(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`not in the document: ${from}`);
  return changed;
}
