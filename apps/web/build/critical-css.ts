import { filterCss } from "./filter-css.ts";

/** The tags, classes and attributes that occur in a page. */
type PagePresence = { tags: Set<string>; classes: Set<string>; attributes: Set<string> };

const TAG = /<([a-z][\w-]*)((?:\s+[^<>"]*?(?:"[^"]*"[^<>"]*?)*)?)\/?>/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
/** Set on the root element before the first paint, by public/antes.js. */
const ROOT_ATTRIBUTES = ["data-mantine-color-scheme"];

/**
 * Selects the rules that a prerendered page needs: those whose tags, classes and attributes occur
 * in it. The whole stylesheet, loaded later, covers what the page renders afterwards.
 */
export function criticalCss(css: string, html: string): string {
  const presence = readPresence(html);
  const rules = filterCss(css, (selector) => !isPresent(selector, presence));
  const fonts = rules.replace(/@font-face\{[^}]*\}/g, (face) =>
    face.includes("Inter Variable") ? face : "",
  );
  return dropUnusedVariables(dropUnusedKeyframes(fonts), html);
}

function readPresence(html: string): PagePresence {
  const presence: PagePresence = {
    tags: new Set(["html", "body"]),
    classes: new Set(),
    attributes: new Set(ROOT_ATTRIBUTES),
  };
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    presence.tags.add(tag.toLowerCase());
    for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      presence.attributes.add(name.toLowerCase());
      if (name === "class") for (const each of value.split(/\s+/)) presence.classes.add(each);
    }
  }
  return presence;
}

function isPresent(selector: string, presence: PagePresence): boolean {
  const positive = selector.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, "");
  const lists = [...positive.matchAll(/:(?:is|where)\(([^()]*)\)/g)].map((match) => match[1] ?? "");
  if (!lists.every((list) => list.split(",").some((member) => isPresent(member, presence)))) return false;
  const plain = positive.replace(/:(?:is|where)\([^()]*\)/g, "").replace(/::?[\w-]+(\([^)]*\))?/g, "");
  const attributes = [...plain.matchAll(/\[([\w-]+)/g)].map((match) => match[1] ?? "");
  const bare = plain.replace(/\[[^\]]*\]/g, "");
  const classes = [...bare.matchAll(/\.((?:[\w-]|\\.)+)/g)].map((match) =>
    (match[1] ?? "").replace(/\\/g, ""),
  );
  const tags = [...bare.replace(/[.#](?:[\w-]|\\.)+/g, "").matchAll(/[a-z][\w-]*/gi)].map(([tag]) => tag);
  return (
    attributes.every((name) => presence.attributes.has(name)) &&
    classes.every((name) => presence.classes.has(name)) &&
    tags.every((tag) => presence.tags.has(tag.toLowerCase()))
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
