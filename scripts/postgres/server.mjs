import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anyPort } from "../run/ports.mjs";
import { CommandError, codeOf, elapsedSeconds, messageOf, reportProgress } from "../setup/log.mjs";
import {
  DATABASE,
  databaseEnv,
  ensureCluster,
  executablePath,
  LOGIN,
  loginPassword,
  OWNER,
} from "./cluster.mjs";
import { findPlace } from "./place.mjs";
import { acceptsConnections, deletePidFile, isAlive, isPostgres, readPostmaster } from "./postmaster.mjs";
import { openLog, rotateWhenLarge } from "./server-log.mjs";

/** A running embedded server. url: the owner's; appUrl: the server login's; exited: resolves when it ends.
 * @typedef {{ url: string, appUrl: string, port: number, adopted: boolean, exited: Promise<void>,
 *   stop: () => Promise<void> }} Postgres */

const FIRST_PORT = 5433;
const START_MS = 60_000;
const STEP_MS = 15;
const LOG_TAIL_MAX = 2000;

const DURABLE_SETTINGS = ["-c", "max_connections=100", "-c", "shared_buffers=128MB"];
/** For test data that is deleted anyway; one server may serve many Malotes at once. */
const FAST_SETTINGS = [
  ...DURABLE_SETTINGS,
  "-c",
  "max_connections=300",
  "-c",
  "fsync=off",
  "-c",
  "synchronous_commit=off",
  "-c",
  "full_page_writes=off",
];

/** Ends a server in order: SIGINT on POSIX; pg_ctl on Windows, which has no SIGINT.
 * @param {import("./place.mjs").Place} place @param {number} pid */
function interrupt(place, pid) {
  if (process.platform === "win32") {
    spawn(executablePath(place, "pg_ctl"), ["stop", "-m", "fast", "-D", place.cluster], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/** Resolves when a process that is not our child ends.
 * @param {number} pid @param {{ ref: boolean }} timer ref: keeps this process running */
async function waitForExit(pid, timer) {
  while (isAlive(pid)) await sleep(50, undefined, timer);
}

/** @param {import("./place.mjs").Place} place */
const logOf = ({ cluster }) => `${cluster}.log`;

/** A server that did not start; the message is the end of its log. */
class LaunchError extends Error {}

/** What a server starts with. clock: environment that fakes its clock.
 * @typedef {{ settings: string[], clock?: Record<string, string> }} LaunchOptions */

/** Starts the server on a port.
 * @param {import("./place.mjs").Place} place @param {number} port @param {LaunchOptions} options
 * @returns {Promise<{ pid: number, port: number, exited: Promise<void> }>} @throws {LaunchError} */
async function launch(place, port, { settings, clock }) {
  if (await acceptsConnections(port)) throw new LaunchError("Address already in use");
  const log = openLog(logOf(place));
  const args = ["-D", place.cluster, "-p", String(port), "-c", "listen_addresses=127.0.0.1"];
  const child = spawn(
    executablePath(place, "postgres"),
    [...args, "-c", "unix_socket_directories=", "-c", "logging_collector=off", ...settings],
    // detached: Ctrl-C reaches the whole process group, and the database must stop last
    {
      ...place.identity,
      cwd: place.cluster,
      env: { ...clock, ...databaseEnv() },
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    },
  );
  fs.closeSync(log.fd);
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once("exit", () => resolve()));
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => child.once("error", reject));
  for (const limit = Date.now() + START_MS; Date.now() < limit; ) {
    await Promise.race([sleep(STEP_MS), failed]);
    if (child.exitCode !== null || child.signalCode !== null) break;
    const postmaster = readPostmaster(place.cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) return { pid: child.pid, port, exited };
  }
  child.kill("SIGKILL");
  throw new LaunchError(log.since().slice(-LOG_TAIL_MAX));
}

/** Starts on the first port or, if another process took it, on a free one. Waits for a `kept` port instead.
 * @param {import("./place.mjs").Place} place @param {LaunchOptions} options @param {number} [kept] */
async function launchOnFreePort(place, options, kept) {
  let port = kept ?? FIRST_PORT;
  for (const limit = Date.now() + START_MS; ; ) {
    try {
      return await launch(place, port, options);
    } catch (error) {
      const reason = messageOf(error);
      const portTaken = /Address already in use/i.test(reason);
      // @NOTE after a kill -9 of the server, its child processes hold the shared memory for a moment
      const recovering = /shared memory|lock file "postmaster.pid"/.test(reason);
      if (!(portTaken || recovering) || Date.now() > limit) {
        throw new CommandError(`O PostgreSQL embutido não iniciou.\n${reason}`);
      }
      if (portTaken && kept === undefined) port = await anyPort();
      else await sleep(200);
    }
  }
}

/** Finds a server left by a killed run and waits until it accepts connections; null when there is none.
 * @param {import("./place.mjs").Place} place */
async function findRunning({ cluster }) {
  for (const limit = Date.now() + START_MS; Date.now() < limit; await sleep(50)) {
    const found = readPostmaster(cluster);
    if (!found) return null;
    if (!isPostgres(found.pid)) {
      deletePidFile(cluster);
      return null;
    }
    if (found.ready && (await acceptsConnections(found.port))) return found;
  }
  throw new CommandError(`Há um PostgreSQL em ${cluster} que não responde. Encerre-o e tente de novo.`);
}

/** True when the embedded PostgreSQL of a folder is running. @param {string} dataDir @returns {boolean} */
export function isEmbeddedRunning(dataDir) {
  const folder = path.resolve(dataDir);
  if (!fs.existsSync(path.join(folder, "pg.senha"))) return false;
  const running = readPostmaster(findPlace(folder).cluster);
  return running !== null && isPostgres(running.pid);
}

/**
 * Starts the embedded PostgreSQL on loopback, or uses the one that a killed run left running.
 * @param {{ dataDir: string, durable?: boolean, quiet?: boolean, port?: number,
 *   clock?: Record<string, string> }} options durable: false loses data at a power failure (tests); port: the
 *   only port to use; clock: environment that fakes its clock
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dataDir, durable = true, quiet = false, port: kept, clock }) {
  const started = Date.now();
  const place = findPlace(path.resolve(dataDir));
  const password = await ensureCluster(place, { dataDir, durable });
  const found = await findRunning(place);
  const { pid, port, exited } = found
    ? { ...found, exited: waitForExit(found.pid, { ref: false }) }
    : await launchOnFreePort(place, { settings: durable ? DURABLE_SETTINGS : FAST_SETTINGS, clock }, kept);
  if (found) reportProgress(`PostgreSQL da execução anterior retomado na porta ${port}`);
  else if (!quiet) reportProgress(`PostgreSQL pronto na porta ${port} em ${elapsedSeconds(started)}`);
  const stopRotation = rotateWhenLarge(logOf(place));
  void exited.then(stopRotation);
  const stop = async () => {
    interrupt(place, pid);
    await (found ? waitForExit(pid, { ref: true }) : exited);
  };
  const urlOf = (/** @type {string} */ user, /** @type {string} */ secret) =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${DATABASE}`;
  const [url, appUrl] = [urlOf(OWNER, password), urlOf(LOGIN, loginPassword(dataDir))];
  return { url, appUrl, port, adopted: found !== null, exited, stop };
}
