import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../setup/root.mjs";

let dir = "";

beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-comando-"));
  fs.writeFileSync(path.join(dir, "resumo.xml"), RESUMO);
  fs.writeFileSync(path.join(dir, "meia.xml"), RESUMO.slice(0, 200));
});

afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const RESUMO =
  '<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>35261111222333000181550010000001231123456787</chNFe>' +
  "<CNPJ>11222333000181</CNPJ><xNome>Padaria</xNome><IE>111222333444</IE><dhEmi>2026-11-20T09:53:00-03:00</dhEmi><tpNF>1</tpNF>" +
  "<vNF>10.00</vNF><digVal>abc=</digVal><dhRecbto>2026-11-20T09:53:07-03:00</dhRecbto><nProt>135260000000001</nProt>" +
  "<cSitNFe>1</cSitNFe></resNFe>";

/** Starts the command as npm does: at the root, with the user's folder in INIT_CWD. @param {string[]} args */
function start(args) {
  const env = { ...process.env, npm_lifecycle_event: "dfe", INIT_CWD: dir, ICP_BRASIL_DIR: "" };
  return spawn(process.execPath, [at("scripts", "dfe.mjs"), ...args], { cwd: at(), env });
}

/** @param {string[]} args */
async function run(args) {
  const child = start(args);
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.resume();
  const [code] = await once(child, "close");
  return { code, out };
}

describe("the command dfe", () => {
  test("the command reads paths relative to the user's folder, and writes only JSON to stdout", async () => {
    const { code, out } = await run(["resumo.xml", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ arquivo: "resumo.xml", tipo: "resNFe", numeroNota: "123" });
    expect(code).toBe(0);
  });

  test.each([
    [1, ["."]],
    [2, ["--tudo"]],
    [2, []],
    [0, ["--ajuda"]],
  ])("the command exits with %i after %j", async (code, args) => {
    expect((await run(args)).code).toBe(code);
  });

  test("the command stops silently when the reader of its output closes the pipe", async () => {
    for (let i = 0; i < 3_000; i += 1) fs.linkSync(path.join(dir, "resumo.xml"), path.join(dir, `${i}.xml`));
    const child = start([".", "--json"]);
    let complaint = "";
    child.stderr.on("data", (chunk) => (complaint += chunk));
    child.stdout.once("data", () => child.stdout.destroy());
    const [code, signal] = await once(child, "close");
    expect(signal).toBeNull();
    expect([0, 1]).toContain(code);
    expect(complaint).not.toMatch(/EPIPE|Error/);
  });
});
