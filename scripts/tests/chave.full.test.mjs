// `npm run chave` on the command line, with the keys in the data folder of an embedded database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdKeys } from "../../apps/server/src/db/index.ts";
import { createSecretBox, idOfKey } from "../../apps/server/src/secrets/secret-box.ts";
import { startPostgres } from "../postgres/server.mjs";
import { keyFile, makeKey, readKeys } from "../run/secret-files.mjs";
import { at, loadPg, root } from "../setup/root.mjs";
import { neutralEnv } from "../testing/malote.mjs";

const pg = loadPg();

const SLOT = { tabela: "webhook", coluna: "segredo_selado", id: "00000000-0000-4000-8000-000000000002" };
const CONTA = "00000000-0000-4000-8000-000000000001";
const SILENT = { debug() {} };

let dataDir = "";
/** @type {import("../postgres/server.mjs").Postgres} */
let postgres;
/** @type {InstanceType<typeof pg.Client>} */
let owner;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-chave-"));
  fs.chmodSync(dataDir, 0o711);
});
afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** @param {string} line @param {Record<string, string>} [env] */
async function run(line, env = {}) {
  const own = { MALOTE_KEY: "", DATABASE_URL: "", DATABASE_APP_URL: "", NODE_ENV: "", SANDBOX: "0" };
  const child = spawn(process.execPath, [at("scripts", "operator.mjs"), "chave", ...line.split(" ")], {
    cwd: root,
    env: { ...neutralEnv(), ...own, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

const keys = () => readKeys(dataDir);
const modeOf = () => fs.statSync(keyFile(dataDir)).mode & 0o777;
const idOf = (/** @type {string} */ key) => idOfKey(Buffer.from(key, "base64"));
const secretBoxOf = (/** @type {string} */ key) => createSecretBox(Buffer.from(key, "base64"));

/** Stores a webhook secret encrypted with a key. @param {string} key */
async function sealOne(key) {
  await owner.query("DELETE FROM webhook");
  await owner.query(
    `INSERT INTO webhook (conta_id, id, url, descricao, segredo_selado, sequencia, criado_em)
     VALUES ($1, $2, 'https://a.test', '', $3, 0, now())`,
    [CONTA, SLOT.id, secretBoxOf(key).seal("whsec", SLOT)],
  );
}

/** @param {string} key @returns {Promise<string>} the stored secret, decrypted with this key alone */
async function openOne(key) {
  const { rows } = await owner.query("SELECT segredo_selado FROM webhook");
  return secretBoxOf(key).open(rows[0].segredo_selado, SLOT).toString();
}

test("no key is created when the file is missing; a new folder gets a key that only its owner can read", async () => {
  expect(await run("nova")).toMatchObject({ code: 1, output: expect.stringContaining("Falta o arquivo") });
  expect(fs.readdirSync(dataDir)).toEqual([]);
  const { code, output } = await run("estado");
  const [first = ""] = keys();
  expect({ code, mode: modeOf(), keys: keys().length }).toEqual({ code: 0, mode: 0o600, keys: 1 });
  expect(output).toContain(`chave ${idOf(first)} (nova`);
  expect(output).not.toContain(first);
  postgres = await startPostgres({ dataDir, quiet: true });
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query("SELECT portaria_abre_conta($1, 'teste', 'Jurídica', 'SP', false)", [CONTA]);
});

test("a new key is put first in the file, and is not shown", async () => {
  const [first = ""] = keys();
  await sealOne(first);
  // A file left by an interrupted write.
  fs.writeFileSync(`${keyFile(dataDir)}.novo`, "meia", { mode: 0o644 });
  const { code, output } = await run("nova");
  const [newest = "", ...older] = keys();
  expect(older).toEqual([first]);
  expect(Buffer.from(newest, "base64")).toHaveLength(32);
  expect({ code, mode: modeOf(), left: fs.existsSync(`${keyFile(dataDir)}.novo`) }).toEqual({
    code: 0,
    mode: 0o600,
    left: false,
  });
  for (const key of keys()) expect(output).not.toContain(key);
});

test("a key that still encrypts a value is not removed", async () => {
  const before = keys();
  const { code, output } = await run("remover");
  expect({ code, keys: keys() }).toEqual({ code: 1, keys: before });
  expect(output).toContain("Ainda há valores que usam as chaves antigas: rode antes npm run chave -- girar");
});

test("an old key is removed once it encrypts nothing, and all values open with the newest key", async () => {
  const [newest = "", old = ""] = keys();
  expect((await run("girar")).code).toBe(0);
  expect(await openOne(newest)).toBe("whsec");
  const { code, output } = await run("remover");
  expect({ code, keys: keys(), mode: modeOf() }).toEqual({ code: 0, keys: [newest], mode: 0o600 });
  for (const key of [newest, old]) expect(output).not.toContain(key);
  expect(await run("remover")).toMatchObject({ code: 1, output: expect.stringContaining("Só há uma chave") });
  expect(await openOne(newest)).toBe("whsec");
});

test("an old key is kept while a running process knows no newer key and could still encrypt with it", async () => {
  const [old = ""] = keys();
  await owner.query("DELETE FROM webhook");
  expect((await run("nova")).code).toBe(0);
  const before = keys();
  const hide = await holdKeys(postgres.appUrl, [idOf(old)], SILENT);
  const { code, output } = await run("remover");
  await hide();
  expect({ code, keys: keys() }).toEqual({ code: 1, keys: before });
  expect(output).toMatch(/ainda não é conhecida de um processo.*reinicie o Malote com ela/);
});

test("the file stays unchanged when the key is in the environment, which the operator must change", async () => {
  const before = keys();
  const current = makeKey();
  const made = await run("nova", { MALOTE_KEY: current });
  const [, shown = ""] = /^Chave nova: (\S+)$/m.exec(made.output) ?? [];
  expect({ code: made.code, bytes: Buffer.from(shown, "base64").length }).toEqual({ code: 0, bytes: 32 });
  expect(made.output).not.toContain(current);
  const refused = await run("remover", { MALOTE_KEY: `${shown},${current}` });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("As chaves vêm de MALOTE_KEY") });
  expect(refused.output).not.toContain(shown);
  expect(keys()).toEqual(before);
});
