import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { elapsedSeconds, reportProgress } from "./log.mjs";
import { at, root } from "./root.mjs";

const NOT_SOURCE = new Set(["node_modules", "dist", "generated", "e2e", "tests", "bench", "fixtures"]);

/** @param {string} place @returns {string[]} its files, in a stable order */
function filesOf(place) {
  const entry = fs.statSync(place, { throwIfNoEntry: false });
  if (!entry) return [];
  if (entry.isFile()) return [place];
  const names = fs.readdirSync(place).filter((name) => !NOT_SOURCE.has(name) && !/\.test\.tsx?$/.test(name));
  return names.sort().flatMap((name) => filesOf(path.join(place, name)));
}

/**
 * Fingerprint of files and folders of the repository, by content: a fresh clone changes every mtime.
 * @param {string[]} inputs paths inside the repository
 */
export function contentHash(inputs) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of inputs.flatMap((input) => filesOf(at(input)))) {
    hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest("hex");
}

// Inside node_modules: ignored by git, and deleted together with the tools that made the outputs.
/** @param {string} name */
const stampFile = (name) => at("node_modules", ".malote", name);

/** @param {string} name @param {string} hash */
export function writeStamp(name, hash) {
  fs.mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  fs.writeFileSync(stampFile(name), hash);
}

/** @param {string} name @returns {string | null} */
export function readStamp(name) {
  return fs.existsSync(stampFile(name)) ? fs.readFileSync(stampFile(name), "utf8") : null;
}

/** Makes the next `once` of these names do its work again. @param {string[]} names */
export function deleteStamps(names) {
  for (const name of names) fs.rmSync(stampFile(name), { force: true });
}

/**
 * Does the work unless it was already done for the same inputs and its output still exists.
 * @param {{ name: string, label: string, inputs: string[], output: string,
 *   work: () => Promise<unknown> }} step
 */
export async function buildOnce({ name, label, inputs, output, work }) {
  const hash = contentHash(inputs);
  if (readStamp(name) === hash && fs.existsSync(at(output))) return;
  const started = Date.now();
  reportProgress(`${label}…`);
  await work();
  writeStamp(name, hash);
  reportProgress(`${label}: pronto em ${elapsedSeconds(started)}`);
}
