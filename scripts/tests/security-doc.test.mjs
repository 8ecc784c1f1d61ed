import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { at, root } from "../setup/root.mjs";

const DOC = "docs/security.md";
/** `file › "name"`: a test of that name; `file › *`: every test of the file. */
const REFERENCE = /([\w.-]+) › (?:"([^"]+)"|\*)/g;
const TEST_FILE = /(\.(int|full))?\.test\.(ts|tsx|mjs)$|\.spec\.ts$/;

/** Groups test files by name without extension, e.g. "listen" or "shell.spec". */
function findTestFiles() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const place of ["apps", "packages", "scripts"]) {
    for (const file of fs.readdirSync(at(place), { recursive: true, encoding: "utf8" })) {
      if (file.includes("node_modules") || !TEST_FILE.test(file)) continue;
      const name = path
        .basename(file)
        .replace(/(\.(int|full))?\.test\.(ts|tsx|mjs)$|(\.full)?(?=\.spec\.ts$)|\.ts$/g, "");
      found.set(name, [...(found.get(name) ?? []), path.join(root, place, file)]);
    }
  }
  return found;
}

test("every test quoted in docs/security.md exists", () => {
  const files = findTestFiles();
  const references = [...fs.readFileSync(at(DOC), "utf8").matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(100);
  const missing = references.filter(([, file = "", name]) => {
    const sources = (files.get(file) ?? []).map((place) => fs.readFileSync(place, "utf8"));
    return !sources.some((source) => name === undefined || source.includes(name));
  });
  expect(missing.map(([reference]) => reference)).toEqual([]);
});

test("docs/security.md lists each of the 253 requirements of ASVS 5.0.0, levels 1 and 2, once", () => {
  const rows = fs.readFileSync(at(DOC), "utf8").match(/^\| V\d+\.\d+\.\d+ \|/gm) ?? [];
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBe(253);
});
