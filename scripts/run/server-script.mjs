import fs from "node:fs";
import path from "node:path";
import { Halt } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";

/** @param {string} folder @returns {string[]} the names one can ask for */
function namesIn(folder) {
  if (!fs.existsSync(at(folder))) return [];
  return fs
    .readdirSync(at(folder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"));
}

/**
 * The TypeScript file that a name stands for, and the options after it.
 * @param {{ folder: string, use: string, args: string[] }} request use: how to ask, for the sentence of a refusal
 * @throws {Halt} when there is no such file
 */
export function findScript({ folder, use, args: [name = "", ...rest] }) {
  const names = namesIn(folder);
  if (names.includes(name)) return { name, file: `${folder}/${name}.ts`, rest };
  throw new Halt(`Use: ${use}\nNomes em ${folder}: ${names.join(", ") || "nenhum ainda"}`);
}
