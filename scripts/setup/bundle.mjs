import fs from "node:fs";
import path from "node:path";
import { at } from "./root.mjs";

/** Native code, WebAssembly and piscina, which starts threads from a file of its own, cannot be bundled: the
 * image carries these packages as they are. */
export const NOT_BUNDLED = ["@node-rs/argon2", "libxml2-wasm", "piscina", "sharp"];

/** Optional dependencies of libraries that we do not install. */
const NEVER_INSTALLED = ["pg-native"];

/** CommonJS packages call require(); keepSourceUrls needs fileURLToPath. */
const BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  'import { fileURLToPath as __fileURLToPath } from "node:url";',
  "const require = __createRequire(import.meta.url);",
].join(" ");

/** An empty source map for libraries: stacks still show our files and lines, and the map stays small. */
const NO_MAP = `\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":[""],"mappings":"AAAA"}')}`;

/** Gives each source its original import.meta.url, although it runs from a bundle.
 * @param {string} outdir of the bundle @returns {import("esbuild").Plugin} */
const keepSourceUrls = (outdir) => ({
  name: "keep-addresses",
  setup(build) {
    const urlOf = (/** @type {string} */ place) => {
      const relative = path.relative(outdir, place).replaceAll("\\", "/");
      return `new URL(${JSON.stringify(relative)}, import.meta.url)`;
    };
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      /** @type {Record<string, string>} */
      const replacements = {
        url: `${urlOf(file)}.href`,
        filename: `__fileURLToPath(${urlOf(file)})`,
        dirname: `__fileURLToPath(${urlOf(path.dirname(file))})`,
      };
      const source = fs.readFileSync(file, "utf8");
      const pattern = /\bimport\.meta\.(url|filename|dirname)\b/g;
      return { contents: source.replaceAll(pattern, (_, which) => replacements[which] ?? ""), loader: "ts" };
    });
  },
});

/** @type {import("esbuild").Plugin} */
const dropLibraryMaps = {
  name: "forget-maps-of-libraries",
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/].*\.[cm]?js$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, "utf8") + NO_MAP,
      loader: "js",
    }));
  },
};

/**
 * Bundles entries into plain JavaScript, which starts three times faster than TypeScript.
 * Call it only from a short-lived process: esbuild's service lives as long as it, using hundreds of MB.
 * @param {{ folder: string, entries: Record<string, string> }} plan folder: output, inside the repository;
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
    plugins: [keepSourceUrls(outdir), dropLibraryMaps],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
  });
}
