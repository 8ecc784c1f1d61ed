import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../setup/log.mjs";

/** PostgreSQL refuses to run as root: its processes get this uid and gid. Empty when we are not root.
 * @typedef {{ uid?: number, gid?: number }} Identity */

/**
 * The user that runs the database: the current one; for root, the cluster's owner or a user without rights.
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
  throw new CommandError(
    "O PostgreSQL embutido não roda como root, e esta máquina não tem o usuário «postgres» nem «nobody».\n" +
      "Rode como outro usuário, ou aponte DATABASE_URL para um PostgreSQL seu.",
  );
}

/** Makes the database's user the owner of a path. @param {string} place @param {Identity} identity */
export function giveOwnership(place, { uid, gid }) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(place, uid, gid);
}

/** True when the identity may enter every folder of a path: a clone under /root (0700) is closed to others.
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
