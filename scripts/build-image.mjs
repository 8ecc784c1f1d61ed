// The build step of the Dockerfile: copies everything that the image needs into one folder.
// `node scripts/build-image.mjs FOLDER`
import fs from "node:fs";
import path from "node:path";
import { runCommand } from "./run/command.mjs";
import { buildServer, buildWeb, generateClient } from "./setup/build.mjs";
import { NOT_BUNDLED } from "./setup/bundle.mjs";
import { CommandError, reportProgress } from "./setup/log.mjs";
import { at, tool } from "./setup/root.mjs";

/** Files read at run time, besides the programs. */
const RUN_TIME_FILES = [
  "apps/server/dist",
  "apps/server/package.json",
  "apps/web/dist",
  "prisma/migrations",
  "LICENSE",
];

/** Files that the server reads at run time, such as SQL and filters. Bundles keep the source paths. */
function serverFiles() {
  const source = path.join("apps", "server", "src");
  const files = fs.readdirSync(at(source), { recursive: true, encoding: "utf8" });
  return files.filter((file) => /\.(sql|bin)$/.test(file)).map((file) => path.join(source, file));
}

/** Adds a package that is not bundled, and its dependencies on this platform.
 * @param {string} name @param {Set<string>} found */
function collectPackages(name, found) {
  if (found.has(name) || !fs.existsSync(tool(name))) return found;
  found.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    fs.readFileSync(tool(name, "package.json"), "utf8"),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) collectPackages(each, found);
  return found;
}

async function buildImage() {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CommandError("Use: node scripts/build-image.mjs PASTA");
  await generateClient();
  await Promise.all([buildServer(), buildWeb()]);
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    fs.cpSync(from, path.join(folder, to), { recursive: true });
  for (const place of [...RUN_TIME_FILES, ...serverFiles()]) copy(at(place), place);
  /** @type {Set<string>} */
  const packages = new Set();
  for (const name of NOT_BUNDLED) collectPackages(name, packages);
  for (const name of packages) copy(tool(name), path.join("node_modules", name));
  reportProgress(`imagem em ${folder}`);
  return 0;
}

await runCommand(buildImage);
