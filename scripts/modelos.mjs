// `npm run check -- modelos`: only the table packages/syntax/src/modelos.ts tells document types apart.
// `literais`: no code compares or lists their names by hand. `inventado`: the compiler requires exactly what
// scripts/modelos/required.txt lists when the table has one more row; `inventado --gravar` writes that file.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { findHandWritten } from "./modelos/hand-written.mjs";
import { listRequired } from "./modelos/invented.mjs";
import { readTable, TABLE_FILE } from "./modelos/table.mjs";
import { at, root } from "./setup/root.mjs";

const SOURCES = /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/;
const EXCLUDED = /\.test\.tsx?$|\/(?:tests|generated)\//;
/** Files that name document types outside the table, and why. @type {Readonly<Record<string, string>>} */
const EXCEPTIONS = {
  [TABLE_FILE]: "the table itself",
  "apps/sandbox/src/samples/documents/document-kinds.ts":
    "names of samples, several of one type; OF_TYPE requires one of each",
  "packages/mailbox/src/documents/pasted.ts":
    "a guess at pasted XML, whose wrapper is found by `proc`; models that are not read are in it too",
};
const REQUIRED_FILE = at("scripts", "modelos", "required.txt");

/** @returns {string[]} */
function sourcesOf() {
  const listed = execFileSync("git", ["ls-files", "-z", "packages", "apps"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return listed.split("\0").filter((file) => SOURCES.test(file) && !EXCLUDED.test(file));
}

/** @returns {string[]} */
function checkLiterals() {
  const words = readTable();
  const excused = new Set();
  const faults = sourcesOf().flatMap((file) => {
    const found = findHandWritten({ file, text: fs.readFileSync(at(file), "utf8") }, words);
    if (found.length === 0 || !Object.hasOwn(EXCEPTIONS, file)) return found.map((each) => `${file}:${each}`);
    excused.add(file);
    return [];
  });
  const needless = Object.keys(EXCEPTIONS).filter((file) => !excused.has(file));
  return [...faults, ...needless.map((file) => `${file}: exceção sem uso em scripts/modelos.mjs`)];
}

/** @param {boolean} writes @returns {string[]} */
function checkInvented(writes) {
  const required = listRequired();
  if (writes) fs.writeFileSync(REQUIRED_FILE, `${required.join("\n")}\n`);
  const expected = fs.readFileSync(REQUIRED_FILE, "utf8").split("\n").filter(Boolean);
  return [
    ...required.filter((line) => !expected.includes(line)).map((line) => `a mais: ${line}`),
    ...expected.filter((line) => !required.includes(line)).map((line) => `a menos: ${line}`),
  ];
}

const [what, option] = process.argv.slice(2);
const faults = what === "inventado" ? checkInvented(option === "--gravar") : checkLiterals();
if (faults.length > 0) {
  console.log(faults.slice(0, 200).join("\n"));
  console.log(
    what === "inventado"
      ? "O compilador pede outra coisa para um tipo novo: node scripts/modelos.mjs inventado --gravar"
      : `${faults.length} lugares distinguem tipos de documento fora de ${TABLE_FILE}.`,
  );
  process.exitCode = 1;
}
