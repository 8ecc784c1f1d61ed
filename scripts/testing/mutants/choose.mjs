import { execFileSync } from "node:child_process";
import fs from "node:fs";
import ts from "typescript";
import { at, root } from "../../setup/root.mjs";
import { createRandom, shuffle } from "../random.mjs";
import { applyMutation, mutationsOf } from "./mutations.mjs";

/** @typedef {import("./mutations.mjs").Mutation & { file: string }} Mutant */

const PRODUCT = /^(packages\/[^/]+|apps\/(server|web))\/src\/.*\.tsx?$/;
/** Tests, sentences, and tables written by a program. */
const NOT_PRODUCT =
  /\.test\.tsx?$|\.d\.ts$|\/(tests|fixtures|texts|generated)\/|-texts\.ts$|descriptions\.ts$/;
/** Unused imports and variables: an error of style, not of types. */
const UNUSED = new Set([6133, 6192, 6196, 6198]);
/** At most this many of one package and of one kind, unless many mutants are asked for. */
const OF_A_GROUP = 2;
const GROUPS = 8;

/** @returns {string[]} source files of the product, from the repository's folder */
function productFiles() {
  const files = execFileSync("git", ["ls-files", "packages", "apps"], { cwd: root, encoding: "utf8" });
  return files.split("\n").filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file));
}

/** Checks the types of a changed file over what it imports.
 * @returns {(file: string, text: string) => boolean} */
function createTypeCheck() {
  /** @type {Map<string, ts.SourceFile | undefined>} */
  const parsed = new Map();
  return (file, text) => {
    const config = file.startsWith("apps/web/") ? at("apps", "web", "tsconfig.json") : at("tsconfig.json");
    const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
    const folder = config.slice(0, -"/tsconfig.json".length);
    // Only the options: the files come from the imports.
    const { options } = ts.parseJsonConfigFileContent({ ...json, include: [], files: [] }, ts.sys, folder);
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile;
    host.getSourceFile = (name, language) => {
      if (name === at(file)) return ts.createSourceFile(name, text, language, true);
      if (!parsed.has(name)) parsed.set(name, read(name, language));
      return parsed.get(name);
    };
    const program = ts.createProgram([at(file)], options, host);
    const errors = program.getSemanticDiagnostics(program.getSourceFile(at(file)));
    return errors.every(({ code }) => UNUSED.has(code));
  };
}

/** @param {string} file e.g. "packages/dfe/src/examine.ts" @returns {string} e.g. "packages/dfe" */
export const packageOf = (file) => file.split("/").slice(0, 2).join("/");

/** Takes the first candidates, spread over packages, kinds and files.
 * @param {Mutant[]} candidates in random order @param {number} count
 * @param {(mutant: Mutant) => boolean} isValid asked only of those that would be taken
 * @returns {Mutant[]} fewer when there are not enough */
export function spread(candidates, count, isValid) {
  const most = Math.max(OF_A_GROUP, Math.ceil(count / GROUPS));
  /** @type {Mutant[]} */
  const taken = [];
  for (const mutant of candidates) {
    if (taken.length === count) break;
    const ofPackage = taken.filter(({ file }) => packageOf(file) === packageOf(mutant.file));
    const ofKind = taken.filter(({ kind }) => kind === mutant.kind);
    const isFree = ofPackage.length < most && ofKind.length < most;
    if (isFree && taken.every(({ file }) => file !== mutant.file) && isValid(mutant)) taken.push(mutant);
  }
  return taken;
}

/** Chooses mutants of the product: the same for the same seed and source.
 * @param {number} seed @param {number} count
 * @param {(file: string) => string | null} readPlanted the file where it is planted; null when it is missing
 * @returns {Mutant[]} those whose types are valid and whose file is the same there as here */
export function chooseMutants(seed, count, readPlanted) {
  const texts = new Map(productFiles().map((file) => [file, fs.readFileSync(at(file), "utf8")]));
  const candidates = [...texts].flatMap(([file, text]) =>
    mutationsOf(file, text).map((mutation) => ({ ...mutation, file })),
  );
  const isTyped = createTypeCheck();
  return spread(shuffle(candidates, createRandom(seed)), count, (mutant) => {
    const text = texts.get(mutant.file) ?? "";
    return readPlanted(mutant.file) === text && isTyped(mutant.file, applyMutation(text, mutant));
  });
}
