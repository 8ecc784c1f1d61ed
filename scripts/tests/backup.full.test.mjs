// `npm run backup` and `npm run conta` with Malote stopped and an embedded database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, root } from "../setup/root.mjs";
import { neutralEnv } from "../testing/malote.mjs";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-backup-"));
  fs.chmodSync(folder, 0o711);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** @param {string} name @param {string[]} args @param {Record<string, string>} [env] */
async function run(name, args, env = {}) {
  const own = { MALOTE_KEY: "", DATABASE_URL: "", DATABASE_APP_URL: "", NODE_ENV: "", SANDBOX: "0" };
  const child = spawn(process.execPath, [at("scripts", "operator.mjs"), name, ...args], {
    cwd: root,
    env: { ...neutralEnv(), ...own, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
}

test("a command on a data folder that does not exist is refused, and creates nothing", async () => {
  const dataDir = path.join(folder, "engano");
  const { code, said } = await run("conta", ["tentar"], { DATA_DIR: dataDir });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/A pasta de dados .*engano não existe: corrija DATA_DIR/),
  ]);
  expect(said).not.toMatch(/^\s+at /m);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("a backup is made while Malote is stopped, whatever FEED_PORT is", async () => {
  const dataDir = path.join(folder, "dados");
  fs.mkdirSync(dataDir);
  const place = path.join(folder, "copias");
  const env = { DATA_DIR: dataDir, FEED_PORT: "3443", BACKUP_SENHA: "uma senha inventada" };
  const { code, said } = await run("backup", ["criar", place], env);
  expect([code, said]).toEqual([0, expect.stringMatching(/Backup de .* pronto/)]);
  expect(fs.readdirSync(path.join(place, "manifestos"))).toHaveLength(1);
});
