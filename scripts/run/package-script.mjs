import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";

/** Applications, packages and the commands may have scripts that run by name. Only those of apps get a
 * database. */
const PARENT_FOLDERS = ["apps", "packages"];
const COMMANDS = "scripts";

/** @param {string} folder inside the repository @returns {string[]} its entries; none if it is missing */
const entriesOf = (folder) => (fs.existsSync(at(folder)) ? fs.readdirSync(at(folder)) : []);

/** @param {string} place e.g. "bench", a folder of each package
 * @returns {Map<string, string>} name → file */
function scriptsIn(place) {
  const packages = PARENT_FOLDERS.flatMap((parent) =>
    entriesOf(parent).map((packageFolder) => `${parent}/${packageFolder}`),
  );
  const files = [...packages, COMMANDS].flatMap((packageFolder) =>
    entriesOf(`${packageFolder}/${place}`).map((file) => `${packageFolder}/${place}/${file}`),
  );
  const scripts = files.filter((file) => /\.(ts|mjs)$/.test(file));
  return new Map(scripts.map((file) => [path.parse(file).name, file]));
}

/**
 * Finds the file of a script by name, and the options after the name.
 * @param {{ place: string, usage: string, args: string[] }} request
 *   place: folder of the scripts in a package; usage: the usage line of an error message
 * @returns {{ name: string, file: string, rest: string[], needsDatabase: boolean }}
 * @throws {CommandError} when there is no such file
 */
export function findScript({ place, usage, args: [name = "", ...rest] }) {
  const scripts = scriptsIn(place);
  const file = scripts.get(name);
  if (file) return { name, file, rest, needsDatabase: file.startsWith("apps/") };
  throw new CommandError(`Use: ${usage}\nNomes: ${[...scripts.keys()].join(", ") || "nenhum ainda"}`);
}
