import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The programs that `npm start` runs, built by scripts/test.mjs. */
const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

/** The SDK and its exporters; the API package comes with prom-client and does nothing by itself. */
const OTEL = /node_modules\/@opentelemetry\/(?!api\/)/;

/** Reads a bundle file with its static imports, without the dynamic ones. */
function readWithImports(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  const text = fs.readFileSync(path.join(DIST, name), "utf8");
  seen.set(name, text);
  for (const [, next = ""] of text.matchAll(/^(?:import|export)[^;(]*?["']\.\/([^"']+\.mjs)["'];?$/gm))
    readWithImports(next, seen);
  return seen;
}

test.each(["http.mjs", "worker.mjs", "job-thread.mjs"])(
  "the program %s loads no OpenTelemetry code until the operator configures a collector",
  (name) => {
    const loaded = readWithImports(name);
    expect(loaded.size).toBeGreaterThan(2);
    const withOtel = [...loaded].filter(([, text]) => OTEL.test(text)).map(([file]) => file);
    expect(withOtel).toEqual([]);
    const others = fs.readdirSync(DIST).filter((file) => file.endsWith(".mjs") && !loaded.has(file));
    const lazy = others.filter((file) => OTEL.test(fs.readFileSync(path.join(DIST, file), "utf8")));
    expect(lazy.length).toBeGreaterThan(0);
  },
);
