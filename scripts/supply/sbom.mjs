import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../setup/log.mjs";

const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const ARGS = [
  "sbom",
  "--sbom-format=cyclonedx",
  "--package-lock-only",
  "--sbom-type=application",
  // Without this flag, an optional peer dependency in another version is an error.
  "--legacy-peer-deps",
];
const OUTPUT_MAX = 64_000_000;

/** The parts that we read of a CycloneDX document.
 * @typedef {{ name: string, version: string, purl?: string,
 *   externalReferences?: { type: string, url: string }[],
 *   licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component */
/** @typedef {{ bomFormat: string, specVersion: string, components: Component[],
 *   metadata: { component: Component } }} Bom */

/**
 * Runs `npm sbom` on a folder and adds what npm omits: the product's name (npm uses the folder's) and
 * licences that are not SPDX expressions.
 * @param {string} folder @returns {Bom} @throws {CommandError} when npm is older than 10
 */
export function readSbom(folder) {
  const { status, stdout } = spawnSync(NPM, ARGS, { cwd: folder, encoding: "utf8", maxBuffer: OUTPUT_MAX });
  if (status !== 0) throw new CommandError("npm sbom falhou: é preciso npm 10 ou mais novo.");
  /** @type {Bom} */
  const bom = JSON.parse(stdout);
  if (bom.bomFormat !== "CycloneDX" || bom.components.length === 0)
    throw new CommandError("npm sbom não escreveu um CycloneDX.");
  /** @type {import("./licences.mjs").Lock} */
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, "package-lock.json"), "utf8"));
  bom.metadata.component.name = packages[""]?.name ?? "";
  const licences = new Map(
    Object.entries(packages).map(([place, each]) => [nameOf(place, each), each.license]),
  );
  for (const component of bom.components) {
    const license = licences.get(`${component.name}@${component.version}`);
    if (license && !component.licenses?.length) component.licenses = [{ license: { name: license } }];
  }
  return bom;
}

/** @param {string} place in the lockfile @param {{ name?: string, version: string }} each */
const nameOf = (place, { name, version }) => `${name ?? place.split("node_modules/").at(-1)}@${version}`;
