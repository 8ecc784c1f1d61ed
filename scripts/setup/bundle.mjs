import fs from "node:fs";
import path from "node:path";
import { at } from "./root.mjs";

/** Native code cannot go into a bundle; the image carries these packages beside it. */
export const NOT_BUNDLED = ["@node-rs/argon2"];

/** Optional parts of libraries, which they do without. */
const NEVER_INSTALLED = ["pg-native"];

/** Packages from before ES modules still call require(). */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** An empty map: the stack of a bug shows our files and lines, and the map stays small. */
const NO_MAP = `\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":[""],"mappings":"A"}')}`;

/** A file that asks for its own address must get it, although it now lives in a bundle. @param {string} folder of the bundle */
const keepAddresses = (folder) => ({
  name: "keep-addresses",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, "utf8");
      if (/\bimport\.meta\.(dirname|filename)\b/.test(source)) {
        throw new Error(`${file}: use import.meta.url, the only address that a bundle can keep`);
      }
      const place = path.relative(folder, file).replaceAll("\\", "/");
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: source.replaceAll(/\bimport\.meta\.url\b/g, address), loader: "ts" };
    });
  },
});

const forgetMaps = {
  name: "forget-maps-of-libraries",
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/].*\.[cm]?js$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, "utf8") + NO_MAP,
      loader: "js",
    }));
  },
};

/**
 * Turns entries into plain JavaScript that Node runs as it is: three times faster to start than TypeScript.
 * @param {{ folder: string, entries: Record<string, string> }} plan folder: where to, inside the repository;
 *   entries: name of the output → source inside the repository
 */
export async function bundle({ folder, entries }) {
  const { build } = await import("esbuild");
  const outdir = at(folder);
  fs.rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: at(),
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, at(source)])),
    outdir,
    outExtension: { ".js": ".mjs" },
    chunkNames: "partes/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: [...NOT_BUNDLED, ...NEVER_INSTALLED],
    banner: { js: REQUIRE },
    plugins: [keepAddresses(outdir), forgetMaps],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
  });
}
