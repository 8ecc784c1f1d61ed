// Plain words in comments and test titles: how they are read, and what `npm run check -- prosa` refuses.
// See CONTRIBUTING.md §Words.
import ts from "typescript";

/** columns: width of the whole line; 0 for a title, because the formatter breaks its line.
 * @typedef {{ line: number, text: string, columns: number }} Prose */

const MARKERS = {
  code: /^\s*(?:\/\/|\/\*\*?|\*(?!\/)|\{\/\*)\s?(.*)$|(?:^|[\s;{}(),])\/\/\s(.*)$/,
  sql: /^\s*--\s?(.*)$|\s--\s(.*)$/,
};
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(["'`])(.*?)\1/;

/** @param {string} file its extension gives the language @param {string} source @returns {Prose[]} */
export function readProse(file, source) {
  const marker = file.endsWith(".sql") ? MARKERS.sql : MARKERS.code;
  const isTest = /\.(test|spec)\.\w+$/.test(file);
  const inTemplate = /\.(ts|tsx|mjs)$/.test(file) ? linesInTemplates(file, source) : new Set();
  return source.split("\n").flatMap((text, n) => {
    const [, whole, trailing] = inTemplate.has(n) ? [] : (marker.exec(text) ?? []);
    const title = isTest ? TITLE.exec(text)?.[2] : undefined;
    const comment = whole ?? trailing;
    if (comment !== undefined) return [{ line: n + 1, text: comment, columns: text.length }];
    return title === undefined ? [] : [{ line: n + 1, text: title, columns: 0 }];
  });
}

/** @param {string} file @param {string} source @returns {Set<number>} lines, from 0, that begin inside a template literal */
function linesInTemplates(file, source) {
  const lines = new Set();
  if (!/`[^`]*\n/.test(source)) return lines;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTemplateLiteralToken(node)) {
      const last = tree.getLineAndCharacterOfPosition(node.end).line;
      for (let line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1; line <= last; line++)
        lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines;
}

/** Maximum width of a line with a comment, in columns. */
export const MAX_COLUMNS = 110;

/** Refused words, each with its plain replacement. @type {[RegExp, string][]} */
export const WORDS = [
  [/\b(in|of|leaves?|our|the) house\b/i, "application, installation"],
  [/\btellings?\b/i, "delivery"],
  [/\bwish(es|ed)?\b/i, "pending request, option"],
  [/\b(heeds?|heeded|hush(es|ed)?)\b/i, "apply, silence, pause"],
  [/\bhears? (of|from|that|nothing|it)\b/i, "reads, receives"],
  [/\blets? go of\b/i, "releases, deletes"],
  [/\b(politely|manners)\b/i, "rate limit, rate policy"],
  [/\b(fates?|sorte)\b/i, "outcome"],
  [/\b(is|are|was|were|be|been) told\b/i, "returned, notified, reported"],
  [/\b(whom it is for|who (asks|comes|waits|sent|wants))\b/i, "the caller, the user, the requester"],
  [/\b(somebody|nobody|whoever|whomever)\b/i, "a user, no user, the caller"],
  [/\b(is|are|was|were) (away|gone)\b/i, "unavailable, deleted"],
  [/\bworth (something|nothing|as much)\b/i, "valid, invalid"],
  [/\bpasseios?\b|\b(the|a|one|our|its) walk\b/i, "distribution sync"],
  [
    /\b(a|the|each|this|no) letters? (that|to|for|goes|leaves|says)\b|\bcartas?\b(?![ -]de[ -]corre)/i,
    "e-mail, notification",
  ],
  [/\b(the|a) brake\b|\bfreio\b/i, "throttle"],
  [/\b(the|a) vault\b|\bcofre\b/i, "secret box"],
  [/\bbears? (a|the) link\b/i, "holds"],
];

/** @param {string} text one comment line or test title @returns {string[]} one sentence per refused word */
export function findWords(text) {
  return WORDS.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`«${found[0]}»: escreva ${instead}`];
  });
}
