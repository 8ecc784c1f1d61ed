import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** @param {string[]} parts path inside the repository */
export const at = (...parts) => path.join(root, ...parts);

/** A file inside an installed package, e.g. `tool("vite", "bin/vite.js")`. @param {string[]} parts */
export const tool = (...parts) => at("node_modules", ...parts);

/** node-postgres as the server resolves it: the root package does not declare it.
 * @returns {typeof import("pg")} */
export const loadPg = () => createRequire(at("apps", "server", "package.json"))("pg");
