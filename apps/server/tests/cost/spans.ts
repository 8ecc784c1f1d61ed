/** The syntax by which a text is cut into pieces to mutate. */
export type Lang = "json" | "xml" | "mime" | "head" | "url";

/** A piece of a text, by its offsets. */
export type Span = { start: number; end: number };

/** The most pieces taken from one text; a grown text has far more, and a sample suffices. */
const SPANS_MAX = 4_000;

const ATOMS: Record<Lang, RegExp> = {
  json: /"(?:[^"\\]|\\.)*"(?:\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s",:{}[\]]+))?|[^\s",:{}[\]]+/g,
  xml: /<([\w:.-]+)[^<>]*>[^<]*<\/\1>|[\w:.-]+="[^"]*"|<[^>]+>|[^<>\s][^<>]*/g,
  mime: /^[\w-]+:[^\r\n]*|^--[^\r\n]+|[\w-]+=(?:"[^"]*"|[^\s;"]+)|<[^>]+>|[^\r\n<>:;="]+/gm,
  head: /^[\w-]+:[^\r\n]*|[\w%.-]+=[^&;,\s]*|[^\s/?&;=,:]+/gm,
  url: /[\w%.-]+=[^&\s]*|[^/?&=\s]+/g,
};

const PAIRS: Partial<Record<Lang, RegExp>> = {
  json: /[{}[\]]|"(?:[^"\\]|\\.)*"/g,
  xml: /<\/?[\w:.-]+[^<>]*>/g,
};

/** The pieces of a text: its tokens and the balanced groups around them. */
export function listSpans(text: string, lang: Lang): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(ATOMS[lang])) {
    spans.push({ start: match.index, end: match.index + match[0].length });
    if (spans.length >= SPANS_MAX) break;
  }
  return [...spans, ...listGroups(text, lang)];
}

function listGroups(text: string, lang: Lang): Span[] {
  const pairs = PAIRS[lang];
  if (pairs === undefined) return [];
  const groups: Span[] = [];
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(pairs)) {
    if (isOpening(token)) open.push(index);
    else if (isClosing(token)) {
      const start = open.pop();
      if (start !== undefined) groups.push({ start, end: index + token.length });
    }
    if (groups.length >= SPANS_MAX) break;
  }
  return groups;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[" || (/^<[^/?!]/.test(token) && !token.endsWith("/>"));
}

function isClosing(token: string): boolean {
  return token === "}" || token === "]" || token.startsWith("</");
}
