import fs from "node:fs";
import path from "node:path";
import { Halt } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";

/** Applications and packages may have scripts that run by name. Only those of apps get a database. */
const BUILDINGS = ["apps", "packages"];

/** @param {string} folder inside the repository @returns {string[]} its entries; none if it is missing */
const list = (folder) => (fs.existsSync(at(folder)) ? fs.readdirSync(at(folder)) : []);

/** @param {string} place e.g. "bench", a folder of each package @returns {Map<string, string>} name → file */
function scriptsIn(place) {
  const rooms = BUILDINGS.flatMap((building) => list(building).map((room) => `${building}/${room}`));
  const files = rooms.flatMap((room) => list(`${room}/${place}`).map((file) => `${room}/${place}/${file}`));
  return new Map(
    files.filter((file) => file.endsWith(".ts")).map((file) => [path.basename(file, ".ts"), file]),
  );
}

/**
 * Finds the TypeScript file of a script by name, and the options after the name.
 * @param {{ place: string, use: string, args: string[] }} request
 *   place: folder of the scripts in a package; use: the usage line of an error message
 * @returns {{ name: string, file: string, rest: string[], needsDatabase: boolean }}
 * @throws {Halt} when there is no such file
 */
export function findScript({ place, use, args: [name = "", ...rest] }) {
  const scripts = scriptsIn(place);
  const file = scripts.get(name);
  if (file) return { name, file, rest, needsDatabase: file.startsWith("apps/") };
  throw new Halt(`Use: ${use}\nNomes: ${[...scripts.keys()].join(", ") || "nenhum ainda"}`);
}
