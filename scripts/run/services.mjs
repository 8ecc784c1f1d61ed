import fs from "node:fs";
import path from "node:path";
import { runNode } from "../setup/run-tool.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** What the processes are given. ownerUrl: for setup alone.
 * @typedef {{ ownerUrl: string, databaseUrl: string, key: string, port: number, sandboxPort: number | null, feedPort: number | null, workerPort?: number | null }} Facts */

const PROGRAMS = {
  setup: "apps/server/dist/setup.mjs",
  http: "apps/server/dist/http.mjs",
  worker: "apps/server/dist/worker.mjs",
  conta: "apps/server/dist/conta.mjs",
  chave: "apps/server/dist/chave.mjs",
  backup: "apps/server/dist/backup.mjs",
  reler: "apps/server/dist/reler.mjs",
  sandbox: "apps/sandbox/dist/main.mjs",
};

/** @param {keyof typeof PROGRAMS} name @returns {string[]} what Node runs */
export const commandOf = (name) => ["--enable-source-maps", PROGRAMS[name]];

/** Where the sandbox tells its addresses and its test certificates. @param {string} dataDir */
export const sandboxFile = (dataDir) => path.join(dataDir, "sandbox", "sandbox.json");

/** Of http, worker and commands: the owner's address is not among it. @param {Settings} settings @param {Facts} facts @returns {NodeJS.ProcessEnv} */
export function serverEnv(
  { dataDir, host },
  { databaseUrl, key, port, sandboxPort, feedPort, workerPort = null },
) {
  const { SANDBOX_FILE: _, DATABASE_URL: _owner, MALOTE_KEY_ARQUIVO: _file, ...others } = process.env;
  // Only who listens there reads the port and needs its certificate.
  const { FEED_PORT: _feed, ...inherited } = others;
  return {
    ...inherited,
    DATABASE_APP_URL: databaseUrl,
    DATA_DIR: dataDir,
    HOST: host,
    PORT: String(port),
    MALOTE_KEY: key,
    ...(workerPort === null ? {} : { WORKER_PORT: String(workerPort) }),
    ...(feedPort === null ? {} : { FEED_PORT: String(feedPort) }),
    ...(sandboxPort === null ? { SANDBOX: "0" } : demoEnv(dataDir)),
  };
}

/** Of what makes and restores backups: only the database's owner may read every conta. @param {NodeJS.ProcessEnv} env @param {string} ownerUrl */
export const backupEnv = (env, ownerUrl) => ({ ...env, DATABASE_URL: ownerUrl });

/** The demonstration: visitors of it are its own people, and their captchas cost next to nothing. @param {string} dataDir */
const demoEnv = (dataDir) => ({
  CAPTCHA_COST: process.env.CAPTCHA_COST || "50",
  SANDBOX: "1",
  SANDBOX_FILE: sandboxFile(dataDir),
});

/** The outside world gets no key and no database. @param {string} dataDir @param {number} port @returns {NodeJS.ProcessEnv} */
export function sandboxEnv(dataDir, port) {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, MALOTE_KEY: _key, ...rest } = process.env;
  const { MALOTE_KEY_ARQUIVO: _file, ...inherited } = rest;
  return { ...inherited, DATA_DIR: dataDir, SANDBOX: "1", SANDBOX_PORT: String(port) };
}

/** Migrations, roles, login, partitions; with the sandbox, the demo conta. @param {NodeJS.ProcessEnv} env @param {string} ownerUrl */
export const runSetup = (env, ownerUrl) =>
  runNode("preparação do banco de dados", commandOf("setup"), {
    env: { ...env, DATABASE_URL: ownerUrl },
    show: true,
  });

/** @param {string} dataDir @returns {string} what the processes read when they started; "" when there is nothing */
export const readSandboxInfo = (dataDir) =>
  fs.existsSync(sandboxFile(dataDir)) ? fs.readFileSync(sandboxFile(dataDir), "utf8") : "";
