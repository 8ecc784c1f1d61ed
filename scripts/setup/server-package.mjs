import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { at } from "./root.mjs";

const resolve = createRequire(at("apps", "server", "package.json")).resolve;

/** A library of the server, loaded as the server itself would: the root declares none of them.
 * @param {string} name e.g. "pg" */
export const serverPackage = (name) => import(pathToFileURL(resolve(name)).href);
