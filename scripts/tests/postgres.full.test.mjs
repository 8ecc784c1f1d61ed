// Starts the real embedded PostgreSQL: passwords, crashes, adoption of a running server.
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPostmaster } from "../postgres/postmaster.mjs";
import { startPostgres } from "../postgres/server.mjs";
import { openLog, rotateLog } from "../postgres/server-log.mjs";
import { loadPg } from "../setup/root.mjs";

const pg = loadPg();

let dataDir = "";
/** @type {import("../postgres/server.mjs").Postgres[]} */
let running = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-pg-"));
  fs.chmodSync(dataDir, 0o711);
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const server = await startPostgres({ dataDir, durable: false, quiet: true });
  running.push(server);
  return server;
}

/** @param {string} url @param {string} sql */
async function ask(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function cluster() {
  const [{ dir }] = await ask(running[0]?.url ?? "", "SELECT current_setting('data_directory') AS dir");
  return dir;
}

test("the database requires the password, whose file only its owner can read", async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = "errada";
  await expect(ask(wrong.toString(), "SELECT 1")).rejects.toThrow(/password authentication failed/);
  wrong.password = "";
  await expect(ask(wrong.toString(), "SELECT 1")).rejects.toThrow();
  const methods = await ask(url, "SELECT DISTINCT auth_method FROM pg_hba_file_rules");
  expect(methods).toEqual([{ auth_method: "scram-sha-256" }]);
  expect(fs.statSync(path.join(dataDir, "pg.senha")).mode & 0o777).toBe(0o600);
});

test("the database listens on loopback only, without a socket file", async () => {
  const { url, port } = await start();
  expect(await ask(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect(await ask(url, "SHOW unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
  const outside = Object.values(os.networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (!outside) return;
  const answered = await new Promise((resolve) => {
    const socket = net.connect({ port, host: outside.address, timeout: 1000 });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  expect(answered).toBe(false);
});

test("data are kept across a stop and a start", async () => {
  const first = await start();
  await ask(first.url, "CREATE TABLE prova AS SELECT 'ação' AS texto");
  await first.stop();
  const second = await start();
  expect(await ask(second.url, "SELECT texto FROM prova")).toEqual([{ texto: "ação" }]);
});

test("a database server left by a killed run is adopted, and can be stopped", async () => {
  const first = await start();
  const second = await start();
  expect(second).toMatchObject({ adopted: true, port: first.port, url: first.url });
  await second.stop();
  await expect(ask(first.url, "SELECT 1")).rejects.toThrow();
});

test("the database starts again after kill -9, even if another process has the pid of its pid file", async () => {
  const first = await start();
  const folder = await cluster();
  process.kill(readPostmaster(folder)?.pid ?? 0, "SIGKILL");
  await first.exited;
  const second = await start();
  expect(second.adopted).toBe(false);
  const pidFile = path.join(folder, "postmaster.pid");
  await second.stop();
  fs.writeFileSync(pidFile, `${process.pid}\n${folder}\n0\n${second.port}\n\n127.0.0.1\n\nready\n`);
  const third = await start();
  expect(third.adopted).toBe(false);
});

test("the cluster is created after an interrupted creation", async () => {
  fs.mkdirSync(path.join(dataDir, "pg.novo", "base"), { recursive: true });
  const { url } = await start();
  expect(await ask(url, "SELECT 1 AS um")).toEqual([{ um: 1 }]);
});

test("a missing password file is explained in a sentence, and the data stay untouched", async () => {
  const first = await start();
  await first.stop();
  fs.rmSync(path.join(dataDir, "pg.senha"));
  await expect(start()).rejects.toThrow(/a senha dele não. Recupere-o do seu backup/);
});

test("the log of a crash is kept after the next start", async () => {
  const first = await start();
  const log = `${await cluster()}.log`;
  await expect(ask(first.url, "SELECT 1/0 AS marca_da_queda")).rejects.toThrow(/division by zero/);
  process.kill(readPostmaster(await cluster())?.pid ?? 0, "SIGKILL");
  await first.exited;
  await start();
  const text = fs.readFileSync(log, "utf8");
  expect(text).toContain("marca_da_queda");
  expect(text.slice(text.indexOf("marca_da_queda"))).toContain("database system was interrupted");
});

test("a full log is rotated to .1, and a limited number of old files is kept", () => {
  const file = path.join(dataDir, "pg.log");
  const { fd, since } = openLog(file);
  for (const nth of ["1", "2", "3", "4"]) {
    fs.writeSync(fd, nth.repeat(10));
    rotateLog(file, { maxBytes: 10, kept: 2 });
  }
  fs.writeSync(fd, "fim");
  rotateLog(file, { maxBytes: 10, kept: 2 });
  fs.closeSync(fd);
  const names = fs.readdirSync(dataDir).sort();
  expect(names).toEqual(["pg.log", "pg.log.1", "pg.log.2"]);
  // Without O_APPEND the server would continue after a gap of zeros.
  expect(names.map((name) => fs.readFileSync(path.join(dataDir, name), "utf8"))).toEqual([
    "fim",
    "4444444444",
    "3333333333",
  ]);
  expect(fs.statSync(`${file}.1`).mode & 0o777).toBe(0o600);
  expect(since()).toBe("fim");
});

test("the log of the present start is separated from earlier text", () => {
  const file = path.join(dataDir, "pg.log");
  fs.writeFileSync(file, "Address already in use\n");
  const { fd, since } = openLog(file);
  fs.writeSync(fd, "em português");
  fs.closeSync(fd);
  expect(since()).toBe("em português");
});
