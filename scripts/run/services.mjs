import fs from "node:fs";
import path from "node:path";
import { runNode } from "../setup/run-tool.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** Facts that processes receive. ownerUrl: only for setup.
 * @typedef {{ ownerUrl: string, databaseUrl: string, key: string, port: number, sandboxPort: number | null,
 *   feedPort: number | null, workerPort?: number | null }} Facts */

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

/** @param {keyof typeof PROGRAMS} name @returns {string[]} arguments of Node */
export const commandOf = (name) => ["--enable-source-maps", PROGRAMS[name]];

/** File to which the sandbox writes its addresses and its test certificates. @param {string} dataDir */
export const sandboxFile = (dataDir) => path.join(dataDir, "sandbox", "sandbox.json");

/** Environment of http, worker and commands, without the address of the database owner.
 * @param {Settings} settings @param {Facts} facts @returns {NodeJS.ProcessEnv} */
export function serverEnv(
  { dataDir, host },
  { databaseUrl, key, port, sandboxPort, feedPort, workerPort = null },
) {
  const { SANDBOX_FILE: _, DATABASE_URL: _owner, MALOTE_KEY_ARQUIVO: _file, ...others } = process.env;
  // Only the http process listens on this port and needs its certificate.
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

/** Environment of the backup commands: only the database owner may read every conta.
 * @param {NodeJS.ProcessEnv} env @param {string} ownerUrl */
export const backupEnv = (env, ownerUrl) => ({ ...env, DATABASE_URL: ownerUrl });

/** Environment of the demo: its visitors are its own users, so captchas may cost almost nothing.
 * @param {string} dataDir */
const demoEnv = (dataDir) => ({
  CAPTCHA_COST: process.env.CAPTCHA_COST || "50",
  SANDBOX: "1",
  SANDBOX_FILE: sandboxFile(dataDir),
});

/** Environment of the sandbox, without key or database.
 * @param {string} dataDir @param {number} port @returns {NodeJS.ProcessEnv} */
export function sandboxEnv(dataDir, port) {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, MALOTE_KEY: _key, ...rest } = process.env;
  const { MALOTE_KEY_ARQUIVO: _file, ...inherited } = rest;
  return { ...inherited, DATA_DIR: dataDir, SANDBOX: "1", SANDBOX_PORT: String(port) };
}

/** Runs migrations, creates roles, login and partitions and, with the sandbox, the demo conta.
 * @param {NodeJS.ProcessEnv} env @param {string} ownerUrl */
export const runSetup = (env, ownerUrl) =>
  runNode("preparação do banco de dados", commandOf("setup"), {
    env: { ...env, DATABASE_URL: ownerUrl },
    show: true,
  });

/** @param {string} dataDir @returns {string} the sandbox's addresses and certificates; "" without a file */
export const readSandboxInfo = (dataDir) =>
  fs.existsSync(sandboxFile(dataDir)) ? fs.readFileSync(sandboxFile(dataDir), "utf8") : "";
