import fs from "node:fs";
import path from "node:path";
import { at } from "./root.mjs";

/** Native code and WebAssembly cannot go into a bundle; the image carries these packages beside it. */
export const NOT_BUNDLED = ["@node-rs/argon2", "libxml2-wasm", "sharp"];

/** Optional parts of libraries, which they do without. */
const NEVER_INSTALLED = ["pg-native"];

/** Packages from before ES modules still call require(); keepAddresses needs the other one. */
const BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  'import { fileURLToPath as __fileURLToPath } from "node:url";',
  "const require = __createRequire(import.meta.url);",
].join(" ");

/** An empty map: the stack of a bug shows our files and lines, and the map stays small. */
const NO_MAP = `\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":[""],"mappings":"AAAA"}')}`;

/** A file that asks for its own address must get it, although it now lives in a bundle. @param {string} outdir of the bundle */
const keepAddresses = (outdir) => ({
  name: "keep-addresses",
  setup(build) {
    const urlOf = (place) => {
      const relative = path.relative(outdir, place).replaceAll("\\", "/");
      return `new URL(${JSON.stringify(relative)}, import.meta.url)`;
    };
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const address = {
        url: `${urlOf(file)}.href`,
        filename: `__fileURLToPath(${urlOf(file)})`,
        dirname: `__fileURLToPath(${urlOf(path.dirname(file))})`,
      };
      const source = fs.readFileSync(file, "utf8");
      const question = /\bimport\.meta\.(url|filename|dirname)\b/g;
      return { contents: source.replaceAll(question, (_, which) => address[which]), loader: "ts" };
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
 * Only bundle-program.mjs calls it: esbuild's service lives as long as the process that loads it, with hundreds of MB.
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
    chunkNames: "parte-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: [...NOT_BUNDLED, ...NEVER_INSTALLED],
    banner: { js: BANNER },
    plugins: [keepAddresses(outdir), forgetMaps],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
  });
}
