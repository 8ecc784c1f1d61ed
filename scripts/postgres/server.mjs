import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anyPort } from "../run/ports.mjs";
import { Halt, say, seconds } from "../setup/log.mjs";
import { DATABASE, databaseEnv, ensureCluster, executable, LOGIN, loginPassword, OWNER } from "./cluster.mjs";
import { findPlace } from "./place.mjs";
import { answers, forgetPostmaster, isAlive, isPostgres, readPostmaster } from "./postmaster.mjs";
import { keepLogSmall, openLog } from "./server-log.mjs";

/** A running embedded server. url: the owner's; appUrl: the server login's; gone: resolves when it ends.
 * @typedef {{ url: string, appUrl: string, port: number, adopted: boolean, gone: Promise<void>,
 *   stop: () => Promise<void> }} Postgres */

const FIRST_PORT = 5433;
const START_MS = 60_000;
const STEP_MS = 15;
const TAIL = 2000;

const CAREFUL = ["-c", "max_connections=100", "-c", "shared_buffers=128MB"];
/** For test data that is deleted anyway; one server may serve many Malotes at once. */
const CARELESS = [
  ...CAREFUL,
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
    spawn(executable(place, "pg_ctl"), ["stop", "-m", "fast", "-D", place.cluster], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Resolves when a process that is not our child ends.
 * @param {number} pid @param {{ ref: boolean }} timer ref: keeps this process running */
async function goneOf(pid, timer) {
  while (isAlive(pid)) await sleep(50, undefined, timer);
}

/** @param {import("./place.mjs").Place} place */
const logOf = ({ cluster }) => `${cluster}.log`;

/** A server that did not start; the message is the end of its log. */
class LaunchFailure extends Error {}

/** Starts the server on a port.
 * @param {import("./place.mjs").Place} place @param {number} port @param {string[]} settings
 * @returns {Promise<{ pid: number, port: number, gone: Promise<void> }>} @throws {LaunchFailure} */
async function launch(place, port, settings) {
  if (await answers(port)) throw new LaunchFailure("Address already in use");
  const log = openLog(logOf(place));
  const args = ["-D", place.cluster, "-p", String(port), "-c", "listen_addresses=127.0.0.1"];
  const child = spawn(
    executable(place, "postgres"),
    [...args, "-c", "unix_socket_directories=", "-c", "logging_collector=off", ...settings],
    // detached: Ctrl-C reaches the whole process group, and the database must stop last
    {
      ...place.identity,
      cwd: place.cluster,
      env: databaseEnv(),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    },
  );
  fs.closeSync(log.fd);
  /** @type {Promise<void>} */
  const gone = new Promise((resolve) => child.once("exit", () => resolve()));
  const failed = new Promise((_, reject) => child.once("error", reject));
  for (const limit = Date.now() + START_MS; Date.now() < limit; ) {
    await Promise.race([sleep(STEP_MS), failed]);
    if (child.exitCode !== null || child.signalCode !== null) break;
    const postmaster = readPostmaster(place.cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) return { pid: child.pid, port, gone };
  }
  child.kill("SIGKILL");
  throw new LaunchFailure(log.since().slice(-TAIL));
}

/** Starts on the first port or, if another process took it, on a free one. Waits for a `kept` port instead.
 * @param {import("./place.mjs").Place} place @param {string[]} settings @param {number} [kept] */
async function launchSomewhere(place, settings, kept) {
  let port = kept ?? FIRST_PORT;
  for (const limit = Date.now() + START_MS; ; ) {
    try {
      return await launch(place, port, settings);
    } catch (error) {
      const portTaken = /Address already in use/i.test(error.message);
      // @NOTE after a kill -9 of the server, its child processes hold the shared memory for a moment
      const settling = /shared memory|lock file "postmaster.pid"/.test(error.message);
      if (!(portTaken || settling) || Date.now() > limit) {
        throw new Halt(`O PostgreSQL embutido não iniciou.\n${error.message}`);
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
    const left = readPostmaster(cluster);
    if (!left) return null;
    if (!isPostgres(left.pid)) {
      forgetPostmaster(cluster);
      return null;
    }
    if (left.ready && (await answers(left.port))) return left;
  }
  throw new Halt(`Há um PostgreSQL em ${cluster} que não responde. Encerre-o e tente de novo.`);
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
 * @param {{ dataDir: string, durable?: boolean, quiet?: boolean, port?: number }} options durable: false
 *   loses data at a power failure (tests); port: the only port to use
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dataDir, durable = true, quiet = false, port: kept }) {
  const started = Date.now();
  const place = findPlace(path.resolve(dataDir));
  const password = await ensureCluster(place, { dataDir, durable });
  const left = await findRunning(place);
  const { pid, port, gone } = left
    ? { ...left, gone: goneOf(left.pid, { ref: false }) }
    : await launchSomewhere(place, durable ? CAREFUL : CARELESS, kept);
  if (left) say(`PostgreSQL da execução anterior retomado na porta ${port}`);
  else if (!quiet) say(`PostgreSQL pronto na porta ${port} em ${seconds(started)}`);
  const leaveLog = keepLogSmall(logOf(place));
  void gone.then(leaveLog);
  const stop = async () => {
    interrupt(place, pid);
    await (left ? goneOf(pid, { ref: true }) : gone);
  };
  const urlOf = (/** @type {string} */ user, /** @type {string} */ secret) =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${DATABASE}`;
  const [url, appUrl] = [urlOf(OWNER, password), urlOf(LOGIN, loginPassword(dataDir))];
  return { url, appUrl, port, adopted: left !== null, gone, stop };
}
