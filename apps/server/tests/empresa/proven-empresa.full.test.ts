import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import forge from "node-forge";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runConta } from "../../src/commands/conta/run-conta.ts";
import { newId } from "../../src/db/index.ts";
import { findProvableCaixa, proveByDomain } from "../../src/services/empresa/prove-empresa.ts";
import { writeCopy } from "../setup/nota-copies.ts";
import { makePfx, ROOT_CA, sendPfx } from "../setup/pfx.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const CNPJ = "11222333000181";
const FILIAL = "11222333000262";
const OTHER = "27391485000148";

let dir: string;
let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-ac-"));
  fs.writeFileSync(path.join(dir, "raiz.pem"), forge.pki.certificateToPem(ROOT_CA));
  wire = await createWire({ icpBrasilDir: dir });
});
afterAll(async () => {
  await wire.dispose();
  fs.rmSync(dir, { recursive: true });
});
beforeEach(async () => {
  ana = await signInNewUser(wire);
});

const make = async (cnpj: string) =>
  (await wire.createEmpresa(ana.contaId, { cnpj, isProven: false })).empresaId;
const proofOf = async (id: string) =>
  (
    (await ana.call("Empresa.getEmpresa", { id })).object as {
      prova: { por: string; detalhe: string | null } | null;
    }
  ).prova;
const saveEmpresa = async (empresa: { id?: string; cnpj: string }) =>
  (
    (
      await ana.call("Empresa.saveEmpresa", {
        empresa: { nome: "Padaria", uf: "SP", ativarAuditor: false, ativarManifestacao: false, ...empresa },
      })
    ).object as { id: string }
  ).id;
const acts = async (id: string) =>
  (
    await wire.asOwner<{ ato: string }>(
      "SELECT acao || ': ' || usuario || ': ' || detalhe AS ato FROM registro WHERE alvo = $1 AND acao IN ('provar-empresa', 'retirar-prova') ORDER BY ordem",
      [id],
    )
  ).map(({ ato }) => ato);

async function run(...line: string[]) {
  const said = { out: "", err: "" };
  const to = (key: keyof typeof said) =>
    ({
      write: (text: string) => {
        said[key] += text;
        return true;
      },
    }) as NodeJS.WritableStream;
  const { databaseUrl, dataDir, chave } = wire.config;
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MALOTE_KEY: chave.toString("base64") };
  return { code: await runConta(line, { env, stdout: to("out"), stderr: to("err") }), ...said };
}

describe("proof of companies by a certificate of a known chain", () => {
  test("a certificate proves the companies of its CNPJ root and no others", async () => {
    const [headquarters, branch, other] = [await make(CNPJ), await make(FILIAL), await make(OTHER)];
    expect(await proofOf(headquarters)).toBeNull();
    await sendPfx(wire, ana, { empresaId: headquarters, pfx: makePfx({ cnpj: CNPJ }) });
    for (const id of [headquarters, branch]) {
      expect(await proofOf(id)).toMatchObject({ por: "certificado", detalhe: "PADARIA AURORA LTDA" });
      expect(await acts(id)).toEqual([expect.stringMatching(/^provar-empresa: Malote: .*certificado A1$/)]);
    }
    expect(await proofOf(other)).toBeNull();
  });

  test("a certificate proves a company created later; changing the company's CNPJ removes the proof", async () => {
    const headquarters = await make(CNPJ);
    await sendPfx(wire, ana, { empresaId: headquarters, pfx: makePfx({ cnpj: CNPJ }) });
    const branch = await saveEmpresa({ cnpj: FILIAL });
    expect(await proofOf(branch)).toMatchObject({ por: "certificado" });
    await saveEmpresa({ id: branch, cnpj: OTHER });
    expect(await proofOf(branch)).toBeNull();
  });

  test("a certificate of an unknown authority proves nothing", async () => {
    const untrusting = await createWire();
    const caio = await signInNewUser(untrusting);
    const { empresaId } = await untrusting.createEmpresa(caio.contaId, { cnpj: CNPJ, isProven: false });
    expect(await sendPfx(untrusting, caio, { empresaId, pfx: makePfx({ cnpj: CNPJ }) })).toMatchObject({
      sucesso: true,
    });
    expect((await caio.call("Empresa.getEmpresa", { id: empresaId })).object).toMatchObject({ prova: null });
    await untrusting.dispose();
  });

  test("a certificate proves only companies of its own conta", async () => {
    const headquarters = await make(CNPJ);
    const bia = await signInNewUser(wire);
    const { empresaId } = await wire.createEmpresa(bia.contaId, { cnpj: CNPJ, isProven: false });
    await sendPfx(wire, ana, { empresaId: headquarters, pfx: makePfx({ cnpj: CNPJ }) });
    expect((await bia.call("Empresa.getEmpresa", { id: empresaId })).object).toMatchObject({ prova: null });
  });
});

test("a caller cannot set the proof of a company", async () => {
  const id = await make(CNPJ);
  const empresa = {
    id,
    nome: "x",
    cnpj: CNPJ,
    ativarAuditor: false,
    ativarManifestacao: false,
    prova: { por: "operador" },
  };
  await expect(ana.call("Empresa.saveEmpresa", { empresa } as never)).rejects.toThrow();
  expect(await proofOf(id)).toBeNull();
});

describe("proofs by commands of the operator", () => {
  test("the operator proves a company and withdraws the proof, and the registro records both", async () => {
    const id = await make(CNPJ);
    const nome = ana.identificador;
    expect(await run("empresa", nome, "11.222.333/0001-81", "provar")).toMatchObject({
      code: 0,
      out: expect.stringContaining("agora está comprovada"),
    });
    expect(await proofOf(id)).toMatchObject({ por: "operador", detalhe: null });
    expect((await run("empresa", nome, CNPJ, "provar")).out).toContain("já estava comprovada");
    expect((await run("empresa", nome, CNPJ, "retirar")).out).toContain("agora está sem comprovação");
    expect(await proofOf(id)).toBeNull();
    expect(await acts(id)).toEqual([
      expect.stringMatching(/^provar-empresa: Operador/),
      expect.stringMatching(/^retirar-prova: Operador/),
    ]);
    expect(await run("empresa", nome, OTHER, "provar")).toMatchObject({ code: 1, err: /não tem empresa/ });
    expect((await run("empresa", nome, CNPJ)).code).toBe(2);
  });

  test("the operator proves a domain, except one of a public e-mail provider", async () => {
    const nome = ana.identificador;
    expect(await run("dominio", nome, "Padaria.com.br", "incluir")).toMatchObject({
      code: 0,
      out: expect.stringContaining("padaria.com.br"),
    });
    expect((await run("dominio", nome, "aurora.com.br", "incluir")).out).toContain(
      "aurora.com.br, padaria.com.br",
    );
    expect((await run("dominio", nome, "padaria.com.br", "retirar")).out).toContain(": aurora.com.br.");
    expect(await run("dominio", nome, "gmail.com", "incluir")).toMatchObject({
      code: 1,
      err: expect.stringContaining("provedor de e-mail"),
    });
    expect(await run("dominio", nome, "com.br", "incluir")).toMatchObject({ code: 1 });
  });
});

describe("proof of companies by a document received in a mailbox", () => {
  async function emailAt(usuario: string, importado = false): Promise<string> {
    const { caixaId } = await wire.createCaixa(ana.contaId, { usuario });
    const id = newId();
    await wire.asOwner(
      `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado, importado)
       VALUES ($1, $2, $3, $5, now(), now(), 1, 'lido', $4)`,
      [ana.contaId, id, caixaId, importado, id],
    );
    return id;
  }
  const findProvableAt = async (usuario: string, importado = false) =>
    await findProvableCaixa(wire.ctx, ana.contaId, await emailAt(usuario, importado));

  test("a document can prove a company only if the mailbox is at a proven domain", async () => {
    await make(CNPJ);
    expect(await findProvableAt("nfe@padaria.com.br")).toBeNull();
    await run("dominio", ana.identificador, "padaria.com.br", "incluir");
    expect(await findProvableAt("nfe@padaria.com.br")).toMatchObject({
      dominio: "padaria.com.br",
      porProvar: [CNPJ],
    });
    expect(await findProvableAt("nfe@gmail.com")).toBeNull();
    expect(await findProvableAt("nfe@evil-padaria.com.br")).toBeNull();
    expect(await findProvableAt("nfe@padaria.com.br", true)).toBeNull();
    expect(await findProvableAt("caixa")).toBeNull();
  });

  test("a document proves the company that is its recipient at that domain", async () => {
    const id = await make(CNPJ);
    await run("dominio", ana.identificador, "padaria.com.br", "incluir");
    const provable = await findProvableAt("nfe@padaria.com.br");
    if (provable === null) throw new Error("nothing to prove");
    const xml = writeCopy({ numero: 5 }).replace(
      "</enderDest>",
      "</enderDest><email>fiscal@padaria.com.br</email>",
    );
    const emitente = "11444777000161";
    const arrived = { emitente, xmlGzip: gzipSync(xml) };
    await proveByDomain(wire.ctx, ana.contaId, {
      provable,
      stored: [{ ...arrived, veredito: "integra" }],
    });
    expect(await proofOf(id)).toBeNull();
    await proveByDomain(wire.ctx, ana.contaId, {
      provable,
      stored: [{ ...arrived, veredito: "autentica" }],
    });
    expect(await proofOf(id)).toMatchObject({ por: "dominio", detalhe: "padaria.com.br" });
    expect(await findProvableAt("nfe@padaria.com.br")).toBeNull();
  });
});
