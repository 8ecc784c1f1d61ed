import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operatorDatabase, readSettings, sealingKey, wantsSandbox } from "../run/settings.mjs";

describe("when the sandbox runs", () => {
  const facts = { asked: undefined, production: false, embedded: true };
  test.each([
    ["with the embedded database", facts, true],
    ["not with SANDBOX=0", { ...facts, asked: "0" }, false],
    ["not by default with an external database", { ...facts, embedded: false }, false],
    ["with an external database and SANDBOX=1", { ...facts, embedded: false, asked: "1" }, true],
    ["never in production", { ...facts, production: true }, false],
  ])("the sandbox runs %s", (_, given, expected) => {
    expect(wantsSandbox(given)).toBe(expected);
  });

  test("a sandbox requested in production is refused with a sentence", () => {
    expect(() => wantsSandbox({ asked: "1", production: true, embedded: true })).toThrow(
      /NODE_ENV=production/,
    );
  });
});

test("the refusal of an invalid port names its variable", () => {
  expect(() => readSettings({ PORT: "80a" })).toThrow("PORT=80a não é uma porta");
  expect(() => readSettings({ SANDBOX_PORT: "65536" })).toThrow("SANDBOX_PORT=65536");
});

test("by default the port is 3000, the data are in .data, and the sandbox is on", () => {
  const { port, isPortExplicit, dataDir, sandbox, databaseUrl } = readSettings({});
  expect({ port, isPortExplicit, data: path.basename(dataDir), sandbox, databaseUrl }).toEqual({
    port: 3000,
    isPortExplicit: false,
    data: ".data",
    sandbox: true,
    databaseUrl: null,
  });
});

describe("the operator's own database", () => {
  const owner = "postgresql://malote:segredo@banco.example:5432/malote";
  const login = "postgresql://malote_login:outro@banco.example:5432/malote";
  const ask = (/** @type {NodeJS.ProcessEnv} */ env) => operatorDatabase(readSettings(env));

  test("the operator's database has two addresses: the owner's for setup, and the server's", () => {
    expect(ask({})).toBeNull();
    expect(ask({ DATABASE_URL: owner, DATABASE_APP_URL: login })).toEqual({
      ownerUrl: owner,
      databaseUrl: login,
    });
  });

  test("a database with one address is refused: the sentence suggests the second address, without a password", () => {
    expect(() => ask({ DATABASE_URL: owner })).toThrow(
      /^Falta DATABASE_APP_URL:[\s\S]*DATABASE_APP_URL=postgresql:\/\/malote_login:[0-9a-f]{48}@banco\.example:5432\/malote$/,
    );
    expect(() => ask({ DATABASE_URL: owner })).not.toThrow(/segredo/);
    expect(() => ask({ DATABASE_APP_URL: login })).toThrow(/Falta DATABASE_URL/);
  });
});

describe("the key that encrypts secrets", () => {
  let dataDir = "";
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-chave-"));
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true }));
  const settings = (/** @type {NodeJS.ProcessEnv} */ env) => readSettings({ DATA_DIR: dataDir, ...env });

  test("the key is created once, 32 bytes, in a file that only its owner can read", () => {
    const key = sealingKey(settings({}));
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect(sealingKey(settings({}))).toBe(key);
    expect(fs.statSync(path.join(dataDir, "chave.key")).mode & 0o777).toBe(0o600);
  });

  test("no key is created when there are data that it could not open", () => {
    fs.writeFileSync(path.join(dataDir, "pg.senha"), "x");
    expect(() => sealingKey(settings({}))).toThrow(/Recupere-o do seu backup/);
  });

  test("the key comes from the environment in production and with an external database", () => {
    expect(() => sealingKey(settings({ NODE_ENV: "production" }))).toThrow(/Falta MALOTE_KEY: em produção/);
    expect(() => sealingKey(settings({ DATABASE_URL: "postgresql://x" }))).toThrow(/com DATABASE_URL/);
    expect(sealingKey(settings({ NODE_ENV: "production", MALOTE_KEY: "k" }))).toBe("k");
    expect(fs.existsSync(path.join(dataDir, "chave.key"))).toBe(false);
  });
});

test("the key may be in a file, but not both in a file and in the environment", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-chave-"));
  const file = path.join(folder, "malote.key");
  fs.writeFileSync(file, "a-chave\n");
  expect(sealingKey(readSettings({ MALOTE_KEY_ARQUIVO: file, NODE_ENV: "production" }))).toBe("a-chave");
  expect(() => readSettings({ MALOTE_KEY_ARQUIVO: file, MALOTE_KEY: "outra" })).toThrow("não as duas");
  expect(() => readSettings({ MALOTE_KEY_ARQUIVO: `${file}.nenhum` })).toThrow(
    /não pude ler o arquivo \(ENOENT\)/,
  );
  fs.rmSync(folder, { recursive: true });
});
