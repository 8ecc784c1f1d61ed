import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { at } from "./root.mjs";

const resolve = createRequire(at("apps", "server", "package.json")).resolve;

/** Loads a library as the server would resolve it: the root package does not declare it.
 * @param {string} name e.g. "pg" */
export const serverPackage = (name) => import(pathToFileURL(resolve(name)).href);
