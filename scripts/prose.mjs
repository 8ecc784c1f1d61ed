// `npm run check -- prosa`: comments and test titles must use plain words and fit their line.
// It checks the folders given as arguments.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { findWords, MAX_COLUMNS, readProse } from "./prose/plain-words.mjs";
import { at, root } from "./setup/root.mjs";

const SOURCES = /\.(ts|tsx|mjs|sql|css)$/;
/** Generated files, and the list of refused words itself. */
const EXCLUDED = /\/generated\/|^scripts\/prose\//;

/** @param {string} file @returns {string[]} */
function flawsOf(file) {
  return readProse(file, fs.readFileSync(at(file), "utf8")).flatMap(({ line, text, columns }) => {
    const long = columns > MAX_COLUMNS ? [`${columns} colunas: até ${MAX_COLUMNS}`] : [];
    return [...long, ...findWords(text)].map((flaw) => `${file}:${line}: ${flaw}`);
  });
}

const FOLDERS = process.argv.slice(2);
const listed = execFileSync("git", ["ls-files", "-z", ...FOLDERS], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const files = listed.split("\0").filter((file) => SOURCES.test(file) && !EXCLUDED.test(file));
const flaws = files.flatMap(flawsOf);
console.log(flaws.slice(0, 200).join("\n"));
if (flaws.length > 0) {
  console.log(`${flaws.length} linhas a reescrever em ${files.length} arquivos.`);
  process.exitCode = 1;
}
