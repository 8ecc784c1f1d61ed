import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

type Chunk = { file: string; imports?: string[]; css?: string[] };

const dist = path.resolve(import.meta.dirname, "../dist");
const built = fs.existsSync(path.join(dist, ".vite/manifest.json"));
const KB = 1024;

/** All files that an entry loads before it renders, added to those already loaded. */
function load(manifest: Record<string, Chunk>, entry: string, already = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk || already.has(chunk.file)) return already;
  already.add(chunk.file);
  for (const css of chunk.css ?? []) already.add(css);
  for (const next of chunk.imports ?? []) load(manifest, next, already);
  return already;
}

function sizeOf(files: Iterable<string>, extension: string): number {
  const sizes = [...files]
    .filter((file) => file.endsWith(extension))
    .map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

const SHELL = "src/app/shell/Shell.tsx";
const ENTRY_MAX = 170;
const ROUTE_MAX = 60;
/** What only some visits open, and is large: the charts and the forms of the first steps. */
const HEAVY = ["src/charts/ColumnChart.tsx", "src/pages/admin/FirstStepsForm.tsx"];

// In gzip KB. A browser keeps these files for a year: few files count more than the last kilobyte.
describe.skipIf(!built)("page sizes (needs apps/web/dist)", () => {
  const manifest: Record<string, Chunk> = built
    ? JSON.parse(fs.readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"))
    : {};
  const first = load(manifest, "index.html");
  const withShell = load(manifest, SHELL, new Set(first));
  const pages = Object.keys(manifest).filter(
    (module) => /^src\/pages\/.*Page\.tsx$/.test(module) && !HEAVY.includes(module),
  );

  test("the first load is at most 170 KB of script", () => {
    expect(sizeOf(first, ".js")).toBeLessThan(ENTRY_MAX);
  });

  test.each(pages)("the files of %s alone are at most 60 KB of script", (page) => {
    const before = page.includes("/public/") ? first : withShell;
    const own = [...load(manifest, page, new Set(before))].filter((file) => !before.has(file));
    expect(own.length).toBeGreaterThan(0);
    expect(sizeOf(own, ".js")).toBeLessThan(ROUTE_MAX);
  });

  test.each(HEAVY)("%s is loaded on demand", (module) => {
    expect(manifest[module]?.file).toBeDefined();
    for (const page of pages) expect(load(manifest, page)).not.toContain(manifest[module]?.file);
  });
});
