import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What `npm start` runs; scripts/test.mjs builds it. */
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** The SDK and its exporters; the API alone comes with prom-client, and does nothing without them. */
const OTEL = /node_modules\/@opentelemetry\/(?!api\/)/;

/** A file of the bundle and all that loads with it: not what it imports later, when asked to. */
function readWithImports(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  const text = fs.readFileSync(path.join(DIST, name), "utf8");
  seen.set(name, text);
  for (const [, next = ""] of text.matchAll(/^(?:import|export)[^;(]*?["']\.\/([^"']+\.mjs)["'];?$/gm))
    readWithImports(next, seen);
  return seen;
}

test.each(["http.mjs", "worker.mjs"])(
  "%s loads nothing of OpenTelemetry until the operator names a collector",
  (name) => {
    const loaded = readWithImports(name);
    expect(loaded.size).toBeGreaterThan(2);
    const guilty = [...loaded].filter(([, text]) => OTEL.test(text)).map(([file]) => file);
    expect(guilty).toEqual([]);
    const others = fs.readdirSync(DIST).filter((file) => file.endsWith(".mjs") && !loaded.has(file));
    const lazy = others.filter((file) => OTEL.test(fs.readFileSync(path.join(DIST, file), "utf8")));
    expect(lazy.length).toBeGreaterThan(0);
  },
);
