import fs from "node:fs";
import { CommandError, elapsedSeconds, reportProgress } from "./log.mjs";
import { at } from "./root.mjs";
import { runNpm } from "./run-tool.mjs";
import { contentHash, readStamp, writeStamp } from "./stamp.mjs";

const MANIFESTS = ["package.json", "package-lock.json"];

/** @param {string} version e.g. "20.19.4" @returns {boolean} whether package.json's "engines" accepts it */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
}

/** @throws {CommandError} */
export function checkNode() {
  if (isSupportedNode(process.versions.node)) return;
  throw new CommandError(
    `O Malote precisa do Node 20.19 ou mais novo (recomendado: Node 24 LTS); este é o ${process.version}.\n` +
      "Instale em https://nodejs.org e rode o comando de novo.",
  );
}

/** @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, extraneous?: boolean }>} */
function lockedPackages(file) {
  const { packages = {} } = JSON.parse(fs.readFileSync(file, "utf8"));
  return packages;
}

/** True when the installed packages match the lockfile: npm records them in node_modules. */
function matchesLockfile() {
  const record = at("node_modules", ".package-lock.json");
  if (!fs.existsSync(record)) return false;
  const installed = lockedPackages(record);
  return Object.entries(lockedPackages(at("package-lock.json"))).every(([place, wanted]) => {
    const found = installed[place];
    if (found) return found.version === wanted.version;
    return !place.includes("node_modules/") || wanted.optional || wanted.extraneous;
  });
}

/** Installs the packages of the lockfile, unless they are already installed. */
export async function install() {
  const hash = contentHash(MANIFESTS);
  if (readStamp("install") === hash && fs.existsSync(at("node_modules", ".package-lock.json"))) return;
  if (!matchesLockfile()) {
    const started = Date.now();
    reportProgress("instalando pacotes (npm ci), só na primeira vez…");
    await runNpm("npm ci", ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"]);
    reportProgress(`pacotes instalados em ${elapsedSeconds(started)}`);
  }
  writeStamp("install", hash);
}
