// Comments and test titles of a source file, by line.

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
  return source.split("\n").flatMap((text, n) => {
    const [, whole, trailing] = marker.exec(text) ?? [];
    const title = isTest ? TITLE.exec(text)?.[2] : undefined;
    const comment = whole ?? trailing;
    if (comment !== undefined) return [{ line: n + 1, text: comment, columns: text.length }];
    return title === undefined ? [] : [{ line: n + 1, text: title, columns: 0 }];
  });
}
