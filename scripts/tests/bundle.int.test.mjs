// The bundles of `npm start`: processes that building leaves running, and source positions in stacks.
import fs from "node:fs";
import { SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBundle } from "../setup/build.mjs";
import { root } from "../setup/root.mjs";
import { processesWith } from "../testing/process-tree.mjs";

/** Every process that the bundling starts inherits this variable, even if it outlives its parent. */
const MARK = `MALOTE_BUNDLE_TEST=${process.pid}-${Date.now()}`;

let outside = "";
let folder = "";
beforeAll(async () => {
  outside = fs.mkdtempSync(path.join(os.tmpdir(), "malote-pacote-"));
  folder = path.join(outside, "dist");
  const [name = "", value] = MARK.split("=");
  process.env[name] = value;
  await runBundle({ folder: path.relative(root, folder), entries: { log: "apps/server/src/log.ts" } });
});
afterAll(() => {
  delete process.env[MARK.split("=")[0] ?? ""];
  fs.rmSync(outside, { recursive: true, force: true });
});

test.skipIf(process.platform !== "linux")(
  "building the bundles leaves no process running (/proc: Linux)",
  async () => {
    expect(fs.existsSync(path.join(folder, "log.mjs"))).toBe(true);
    await expect.poll(() => processesWith(MARK), { timeout: 30_000 }).toEqual([]);
  },
);

test("source maps give lines of our files, but only names of library files, which keeps them small in memory", () => {
  const code = fs.readFileSync(path.join(folder, "log.mjs"), "utf8").split("\n");
  const map = new SourceMap(JSON.parse(fs.readFileSync(path.join(folder, "log.mjs.map"), "utf8")));
  const place = (/** @type {string} */ text) => {
    const line = code.findIndex((each) => each.includes(text));
    const found = map.findEntry(line, code[line]?.indexOf(text) ?? 0);
    return "originalSource" in found ? { file: found.originalSource, line: found.originalLine + 1 } : null;
  };
  const source = fs.readFileSync(path.join(root, "apps", "server", "src", "log.ts"), "utf8").split("\n");
  const ours = place("function createLogger(");
  expect(ours?.file).toMatch(/apps\/server\/src\/log\.ts$/);
  expect(source[(ours?.line ?? 0) - 1]).toContain("function createLogger(");
  const library = place("customLevels is required");
  expect(library?.file).toMatch(/node_modules\/pino\//);
  expect(library?.line).toBe(1);
});
