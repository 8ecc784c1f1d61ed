import { filterCss } from "./purge-mantine.ts";

/** The tags, classes and attributes that occur in a page. */
type Presente = { tags: Set<string>; classes: Set<string>; attributes: Set<string> };

const TAG = /<([a-z][\w-]*)((?:\s+[^<>"]*?(?:"[^"]*"[^<>"]*?)*)?)\/?>/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
/** Set on the root element before the first paint, by public/antes.js. */
const ROOT_ATTRIBUTES = ["data-mantine-color-scheme"];

/**
 * Selects the rules that a prerendered page needs: those whose tags, classes and attributes occur in it.
 * The
 * whole stylesheet, loaded later, covers what the page renders afterwards.
 */
export function criticalCss(css: string, html: string): string {
  const there = readPresente(html);
  const rules = filterCss(css, (selector) => !isThere(selector, there));
  const fonts = rules.replace(/@font-face\{[^}]*\}/g, (face) =>
    face.includes("Inter Variable") ? face : "",
  );
  return dropUnusedVariables(dropUnusedKeyframes(fonts), html);
}

function readPresente(html: string): Presente {
  const there: Presente = {
    tags: new Set(["html", "body"]),
    classes: new Set(),
    attributes: new Set(ROOT_ATTRIBUTES),
  };
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    there.tags.add(tag.toLowerCase());
    for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      there.attributes.add(name.toLowerCase());
      if (name === "class") for (const each of value.split(/\s+/)) there.classes.add(each);
    }
  }
  return there;
}

function isThere(selector: string, there: Presente): boolean {
  const positive = selector.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, "");
  const lists = [...positive.matchAll(/:(?:is|where)\(([^()]*)\)/g)].map((match) => match[1] ?? "");
  if (!lists.every((list) => list.split(",").some((member) => isThere(member, there)))) return false;
  const plain = positive.replace(/:(?:is|where)\([^()]*\)/g, "").replace(/::?[\w-]+(\([^)]*\))?/g, "");
  const attributes = [...plain.matchAll(/\[([\w-]+)/g)].map((match) => match[1] ?? "");
  const bare = plain.replace(/\[[^\]]*\]/g, "");
  const classes = [...bare.matchAll(/\.((?:[\w-]|\\.)+)/g)].map((match) =>
    (match[1] ?? "").replace(/\\/g, ""),
  );
  const tags = [...bare.replace(/[.#](?:[\w-]|\\.)+/g, "").matchAll(/[a-z][\w-]*/gi)].map(([tag]) => tag);
  return (
    attributes.every((name) => there.attributes.has(name)) &&
    classes.every((name) => there.classes.has(name)) &&
    tags.every((tag) => there.tags.has(tag.toLowerCase()))
  );
}

function dropUnusedKeyframes(css: string): string {
  return css.replace(/@keyframes ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (whole, name: string) =>
    new RegExp(`animation[^;}]*\\b${name}\\b`).test(css) ? whole : "",
  );
}

/** Drops unused variables, repeatedly: a dropped one may have been the only user of another. */
function dropUnusedVariables(css: string, html: string): string {
  const read = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]));
  const kept = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name: string) =>
    read.has(name) ? whole : "",
  );
  const clean = kept.replace(/[^{}]+\{\}/g, "");
  return clean.length === css.length ? clean : dropUnusedVariables(clean, html);
}
