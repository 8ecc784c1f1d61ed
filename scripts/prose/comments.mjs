// Comments and test titles of a source file, by line.
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
