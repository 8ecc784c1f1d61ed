/** A rule, or a statement such as `@layer a;`, which has no body. */
type Rule = { head: string; body?: string };

const TOKENS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[\s\S]*?\*\/|\\.|[{};]/g;
/** The parts of a selector list; a comma in parentheses or brackets separates nothing. */
const SELECTORS = /(?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|[^,([])+/g;

/** Removes from a stylesheet the selectors that `isDeadSelector` names, and the rules left empty. */
export function filterCss(css: string, isDeadSelector: (selector: string) => boolean): string {
  return splitRules(css)
    .map(({ head, body }) => (body === undefined ? head : filterRule(head.trim(), body, isDeadSelector)))
    .join("");
}

function filterRule(head: string, body: string, isDeadSelector: (selector: string) => boolean): string {
  if (/^@(media|layer|supports|container)\b/.test(head)) {
    const inner = filterCss(body, isDeadSelector);
    return inner.trim() === "" ? "" : `${head}{${inner}}`;
  }
  if (head.startsWith("@")) return `${head}{${body}}`;
  const kept = (head.match(SELECTORS) ?? []).filter((selector) => !isDeadSelector(selector));
  return kept.length === 0 ? "" : `${kept.join(",")}{${body}}`;
}

function splitRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let depth = 0;
  let from = 0;
  let open = 0;
  for (const { 0: token, index } of css.matchAll(TOKENS)) {
    if (token === "{" && depth++ === 0) open = index;
    const closes = token === "}" && --depth === 0;
    if (closes) rules.push({ head: css.slice(from, open), body: css.slice(open + 1, index) });
    const ends = token === ";" && depth === 0;
    if (ends) rules.push({ head: css.slice(from, index + 1) });
    if (closes || ends) from = index + 1;
  }
  return rules;
}
