import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { readProcess } from "../run/process-info.mjs";
import { codeOf } from "../setup/log.mjs";

/** Contents of a running server's postmaster.pid.
 * @typedef {{ pid: number, port: number, ready: boolean }} Postmaster */

/** @param {string} cluster */
const pidFile = (cluster) => path.join(cluster, "postmaster.pid");

/** @param {string} cluster @returns {Postmaster | null} */
export function readPostmaster(cluster) {
  let lines;
  try {
    lines = fs.readFileSync(pidFile(cluster), "utf8").split("\n");
  } catch {
    return null;
  }
  // @NOTE lines 1, 4 and 8 of postmaster.pid; pg_ctl waits for the same "ready"
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === "ready" } : null;
}

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
  // The first process of a container often reaps none of those that ended.
  return readProcess(pid)?.state !== "Z";
}

/** @param {number} pid */
function commandOf(pid) {
  if (process.platform === "linux") return readProcess(pid)?.command ?? "";
  if (process.platform === "win32") return "postgres";
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}

/** True when the pid is PostgreSQL's: after a crash another process may have it. @param {number} pid */
export const isPostgres = (pid) => isAlive(pid) && commandOf(pid).includes("postgres");

/** Deletes the pid file of a server that ended. @param {string} cluster */
export const deletePidFile = (cluster) => fs.rmSync(pidFile(cluster), { force: true });

/** @param {number} port @returns {Promise<boolean>} true when it accepts connections on loopback */
export const acceptsConnections = (port) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: 1000 });
    const done = (/** @type {boolean} */ result) => () => resolve(socket.destroy() && result);
    socket.once("connect", done(true)).once("error", done(false)).once("timeout", done(false));
  });
