import fs from "node:fs";
import path from "node:path";
import { Halt } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";

/** Any room may have scripts to ask for by name. Those of apps run with a database of their own; packages know none. */
const BUILDINGS = ["apps", "packages"];

/** @param {string} folder inside the repository @returns {string[]} what stands in it; nothing when there is none */
const list = (folder) => (fs.existsSync(at(folder)) ? fs.readdirSync(at(folder)) : []);

/** @param {string} place e.g. "bench", the folder of every room @returns {Map<string, string>} name → file */
function scriptsIn(place) {
  const rooms = BUILDINGS.flatMap((building) => list(building).map((room) => `${building}/${room}`));
  const files = rooms.flatMap((room) => list(`${room}/${place}`).map((file) => `${room}/${place}/${file}`));
  return new Map(
    files.filter((file) => file.endsWith(".ts")).map((file) => [path.basename(file, ".ts"), file]),
  );
}

/**
 * The TypeScript file that a name stands for, and the options after it.
 * @param {{ place: string, use: string, args: string[] }} request place: a folder of rooms; use: how to ask, for the sentence
 *   of a refusal
 * @returns {{ name: string, file: string, rest: string[], needsDatabase: boolean }}
 * @throws {Halt} when there is no such file
 */
export function findScript({ place, use, args: [name = "", ...rest] }) {
  const scripts = scriptsIn(place);
  const file = scripts.get(name);
  if (file) return { name, file, rest, needsDatabase: file.startsWith("apps/") };
  throw new Halt(`Use: ${use}\nNomes: ${[...scripts.keys()].join(", ") || "nenhum ainda"}`);
}
