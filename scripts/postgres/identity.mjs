import fs from "node:fs";
import path from "node:path";
import { Halt } from "../setup/log.mjs";

/** PostgreSQL refuses to run as root: these uid and gid are given to its processes. Empty when we are not root.
 * @typedef {{ uid?: number, gid?: number }} Identity */

/**
 * Who runs the database: us; or, when we are root, whoever owns the cluster already, else `postgres` or `nobody`.
 * @param {string} cluster @returns {Identity}
 */
export function databaseIdentity(cluster) {
  if (process.getuid?.() !== 0) return {};
  const owner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = fs.readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Halt(
    "O PostgreSQL embutido não roda como root, e esta máquina não tem o usuário «postgres» nem «nobody».\n" +
      "Rode como outro usuário, ou aponte DATABASE_URL para um PostgreSQL seu.",
  );
}

/** Gives a path to the database's user. @param {string} place @param {Identity} identity */
export function give(place, { uid, gid }) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(place, uid, gid);
}

/** Whether the identity can walk down to a path: a clone under /root (0700) is closed to everybody else.
 * @param {string} place an existing path @param {Identity} identity */
export function canReach(place, { uid, gid }) {
  if (uid === undefined) return true;
  for (let folder = fs.realpathSync(place); ; folder = path.dirname(folder)) {
    const { mode, uid: owner, gid: group } = fs.statSync(folder);
    const mayEnter = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (!(mode & mayEnter)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
