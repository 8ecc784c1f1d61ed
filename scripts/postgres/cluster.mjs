import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readOrCreateSecret } from "../run/secret-files.mjs";
import { CommandError, elapsedSeconds, reportProgress } from "../setup/log.mjs";
import { giveOwnership } from "./identity.mjs";

export const OWNER = "malote";
/** The user that http and worker connect as; setup creates it. */
export const LOGIN = "malote_login";
export const DATABASE = "malote";

/** @param {import("./place.mjs").Place} place @param {string} program */
export const executablePath = ({ native }, program) =>
  path.join(native, "bin", process.platform === "win32" ? `${program}.exe` : program);

/** PostgreSQL reads PG* and the locale from the environment: the operator's values must not reach it. */
export function databaseEnv() {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PG")));
  return { ...clean, LC_ALL: "C", TZ: "UTC" };
}

/** @param {import("./place.mjs").Place} place
 * @param {[string, ...string[]]} command @param {string} [input] */
async function runProgram(place, [program, ...args], input = "") {
  const child = spawn(executablePath(place, program), args, {
    ...place.identity,
    cwd: path.dirname(place.cluster),
    env: databaseEnv(),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ending = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (ending !== 0)
    throw new CommandError(
      `O PostgreSQL não pôde criar o banco de dados (${program}: ${ending}).\n${output}`,
    );
}

/** @param {import("./place.mjs").Place} place @param {string} folder
 * @param {{ password: string, durable: boolean }} options */
async function initialise(place, folder, { password, durable }) {
  const passwordFile = `${folder}.senha`;
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveOwnership(passwordFile, place.identity);
  try {
    await runProgram(place, [
      "initdb",
      ...["-D", folder, "-U", OWNER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"],
      // The same sort order on every system.
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions"],
      ...(durable ? [] : ["--no-sync"]),
    ]);
  } finally {
    fs.rmSync(passwordFile);
  }
  await runProgram(
    place,
    ["postgres", "--single", "-D", folder, "postgres"],
    `CREATE DATABASE ${DATABASE};\n`,
  );
}

/**
 * The password of the server's login. It may be created again at any time: setup assigns it to the login.
 * @param {string} dataDir @returns {string}
 */
export const loginPassword = (dataDir) =>
  readOrCreateSecret(path.join(dataDir, "pg-app.senha"), { make: randomPassword, lost: false });

const randomPassword = () => randomBytes(24).toString("hex");

/**
 * Creates the cluster and its database, once; an interrupted creation leaves no partial cluster.
 * @param {import("./place.mjs").Place} place
 * @param {{ dataDir: string, durable: boolean }} options dataDir: folder of the password file
 * @returns {Promise<string>} the owner's password
 */
export async function ensureCluster(place, { dataDir, durable }) {
  const exists = fs.existsSync(path.join(place.cluster, "PG_VERSION"));
  const password = readOrCreateSecret(path.join(dataDir, "pg.senha"), {
    make: randomPassword,
    lost: exists && "o banco de dados existe, mas a senha dele não",
  });
  if (exists) return password;
  const started = Date.now();
  const partial = `${place.cluster}.novo`;
  fs.rmSync(partial, { recursive: true, force: true });
  fs.mkdirSync(partial, { mode: 0o700 });
  giveOwnership(partial, place.identity);
  await initialise(place, partial, { password, durable });
  fs.renameSync(partial, place.cluster);
  reportProgress(`banco de dados criado em ${elapsedSeconds(started)}`);
  return password;
}
