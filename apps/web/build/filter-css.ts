/** Removes from a stylesheet the selectors that `isDeadSelector` names, and the rules left empty. */
export function filterCss(css: string, isDeadSelector: (selector: string) => boolean): string {
  let out = "";
  let at = 0;
  while (at < css.length) {
    const brace = findBrace(css, at);
    if (brace === -1) return out + css.slice(at);
    const statement = css.lastIndexOf(";", brace);
    const start = statement >= at && isStatement(css.slice(at, statement + 1)) ? statement + 1 : at;
    out += css.slice(at, start);
    const prelude = css.slice(start, brace);
    const end = findClose(css, brace);
    const body = css.slice(brace + 1, end);
    out += filterRule(prelude, body, isDeadSelector);
    at = end + 1;
  }
  return out;
}

function filterRule(prelude: string, body: string, isDeadSelector: (selector: string) => boolean): string {
  const head = prelude.trim();
  if (/^@(media|layer|supports|container)\b/.test(head)) {
    const inner = filterCss(body, isDeadSelector);
    return inner.trim() === "" ? "" : `${head}{${inner}}`;
  }
  if (head.startsWith("@")) return `${head}{${body}}`;
  const kept = splitSelectors(head).filter((selector) => !isDeadSelector(selector));
  return kept.length === 0 ? "" : `${kept.join(",")}{${body}}`;
}

function isStatement(text: string): boolean {
  return /^\s*@(import|charset|layer|namespace)\b/.test(text);
}

function splitSelectors(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function findBrace(css: string, from: number): number {
  return scan(css, from, (char) => char === "{");
}

/** The brace that closes the one at `open`; strings and comments do not count. */
function findClose(css: string, open: number): number {
  let depth = 0;
  const end = scan(css, open, (char) => {
    if (char === "{") depth++;
    if (char === "}") depth--;
    return depth === 0;
  });
  return end === -1 ? css.length : end;
}

function scan(css: string, from: number, stop: (char: string) => boolean): number {
  for (let i = from; i < css.length; i++) {
    const char = css.charAt(i);
    if (char === "/" && css[i + 1] === "*") {
      i = css.indexOf("*/", i + 2) + 1;
      if (i === 0) return -1;
    } else if (char === '"' || char === "'") {
      i = endOfString(css, i);
    } else if (char === "\\") {
      i++;
    } else if (stop(char)) {
      return i;
    }
  }
  return -1;
}

function endOfString(css: string, open: number): number {
  const quote = css[open];
  for (let i = open + 1; i < css.length; i++) {
    if (css[i] === "\\") i++;
    else if (css[i] === quote) return i;
  }
  return css.length;
}
