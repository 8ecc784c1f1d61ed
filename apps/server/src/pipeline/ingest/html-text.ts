/** Elements without visible text. */
const INVISIBLE = new Set(["style", "script", "head", "title"]);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/**
 * The words of an HTML body, for the list preview and for search, never for display. One pass, so
 * that a hostile page costs only its length.
 * @returns null when there are none
 */
export function readHtmlText(html: string | null): string | null {
  if (html === null) return null;
  const lower = html.toLowerCase();
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    words.push(html.slice(at, open));
    const name = /^[a-z]+/.exec(lower.slice(open + 1, open + 10))?.[0] ?? "";
    const from = INVISIBLE.has(name) ? lower.indexOf(`</${name}`, open) : open;
    const close = from < 0 ? -1 : html.indexOf(">", from);
    at = close < 0 ? html.length : close + 1;
  }
  words.push(html.slice(at));
  const text = words
    .join(" ")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? " ");
  return text.replace(/\s+/g, " ").trim() || null;
}
