import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDfe } from "./run-dfe.ts";
import { makeZip } from "./tests/make-zip.ts";
import { run } from "./tests/run-command.ts";

const PORTAL = 'xmlns="http://www.portalfiscal.inf.br/nfe"';

let dir: string;
let sandbox: Sandbox;
let nota: ReturnType<Sandbox["environment"]["emitNota"]>;

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-dfe-"));
  await seedKeySet(path.join(dir, "sandbox"));
  sandbox = await startSandbox({ dir: path.join(dir, "sandbox"), consolePort: 0 });
  nota = sandbox.environment.emitNota();
  put("acs/raiz.pem", sandbox.info.ancoraPem);
}, MINUTE_MS);

afterAll(async () => {
  await sandbox?.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

function put(name: string, bytes: string | Uint8Array): string {
  const place = path.join(dir, name);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, bytes);
  return place;
}

describe("the dfe command on a file", () => {
  test("an authorized nota under a trusted CA is described in one JSON line", async () => {
    put("uma/nota.xml", nota.procXml);
    const { code, linhas, err } = await run(["uma/nota.xml", "--json", "--ancoras", "acs"], { cwd: dir });
    expect([code, err, linhas.length]).toEqual([0, "", 1]);
    expect(linhas[0]).toMatchObject({
      arquivo: "uma/nota.xml",
      leitura: "nota",
      tipo: "nfeProc",
      modelo: "55",
      tipoNota: "NFe",
      chaveAcesso: nota.chaveAcesso,
      numeroNota: String(nota.numero),
      serieNota: String(nota.serie),
      dataEmissao: nota.dataHora,
      valorTotal: nota.valorTotal,
      emitente: {
        nome: nota.fornecedor.nome,
        cnpjCpf: nota.fornecedor.cnpj,
        uf: nota.fornecedor.endereco.uf,
      },
      destinatario: { cnpjCpf: nota.destinatario.cnpj },
      protocolo: {
        numero: nota.protocolo.numero,
        cStat: "100",
        dhRecbto: nota.protocolo.dataRecebimento,
      },
      digVal: nota.digVal,
      assinatura: { estado: "valida", motivos: [] },
      reparo: null,
      veredito: "autentica",
      tpEvento: null,
    });
  });

  test("a nota is only íntegra without trusted CAs, and ICP_BRASIL_DIR may provide them", async () => {
    const place = put("uma/nota.xml", nota.procXml);
    const without = await run([place, "--json"]);
    expect(without.linhas[0]).toMatchObject({
      veredito: "integra",
      achados: [{ codigo: "cadeia-nao-verificada", gravidade: "informacao", caminho: null }],
    });
    const env = { ICP_BRASIL_DIR: "acs" };
    expect((await run([place, "--json"], { cwd: dir, env })).linhas[0]).toMatchObject({
      veredito: "autentica",
    });
  });

  test("an evento is described with its type and its nota's chave", async () => {
    const justificativa = "Pedido desfeito pelo comprador";
    const evento = sandbox.environment.cancelNota(nota, {
      dataEvento: sandbox.environment.now(),
      justificativa,
    });
    const { linhas } = await run([put("evento.xml", evento), "--json"]);
    expect(linhas[0]).toMatchObject({
      leitura: "evento",
      tipo: "procEventoNFe",
      modelo: "55",
      chaveAcesso: nota.chaveAcesso,
      tpEvento: "110111",
      descEvento: "Cancelamento",
      nSeqEvento: "1",
      autor: nota.fornecedor.cnpj,
      emitente: null,
      protocolo: { cStat: "135" },
      assinatura: { estado: "valida" },
    });
  });

  test("an altered nota is read, and reports the digest mismatch", async () => {
    const changed = put("alterada.xml", nota.procXml.replace("<xNome>", "<xNome>Nova "));
    const { code, linhas } = await run([changed, "--json"]);
    expect(code).toBe(0);
    expect(linhas[0]).toMatchObject({ veredito: "assinatura-invalida", assinatura: { estado: "invalida" } });
    expect(linhas[0]?.assinatura.motivos).toContain("digest-divergente");
  });
});

describe("the dfe command on a folder", () => {
  test("a folder is read with its packages and lotes in the order of names, without following links", async () => {
    const xml = Buffer.from(nota.procXml);
    const lote = `<enviNFe ${PORTAL} versao="4.00"><idLote>1</idLote>${nota.xml}${nota.xml}</enviNFe>`;
    put("casa/b.xml.gz", gzipSync(xml));
    put("casa/a.zip", makeZip({ "1.xml": xml, "pasta/1.xml": xml, "mais.zip": makeZip({ "2.xml": xml }) }));
    put("casa/lote.xml", lote);
    put("casa/nota.pdf", "%PDF-1.7");
    put("casa/sub/so.xml", lote.replace(nota.xml, ""));
    fs.symlinkSync(path.join(dir, "acs"), path.join(dir, "casa/fora"));
    const { code, linhas } = await run(["casa", "--json"], { cwd: dir });
    expect(linhas.map(({ arquivo, leitura: reading }) => `${arquivo} ${reading}`)).toEqual([
      "casa/a.zip pacote",
      "casa/a.zip/1.xml nota",
      "casa/a.zip/1.xml#2 nota",
      "casa/a.zip/3/2.xml nota",
      "casa/b.xml.gz nota",
      "casa/fora recusa",
      "casa/lote.xml lote",
      "casa/lote.xml#1 nota",
      "casa/lote.xml#2 nota",
      "casa/nota.pdf nao-dfe",
      "casa/sub/so.xml nota",
    ]);
    expect(code).toBe(1);
    expect(linhas.find(({ leitura: reading }) => reading === "recusa")?.motivo).toBe("atalho");
    expect(linhas.at(-1)).toMatchObject({ tipo: "enviNFe", veredito: "sem-protocolo" });
  });

  test("a folder without any DF-e gives exit code 0", async () => {
    put("alheia/nota.pdf", "%PDF-1.7");
    put("alheia/leia.txt", "Prezado cliente");
    expect((await run(["alheia"], { cwd: dir })).code).toBe(0);
  });
});

test.skipIf(process.platform !== "linux")(
  "a file name that is not UTF-8 is read as windows-1252",
  async () => {
    fs.mkdirSync(path.join(dir, "antiga"));
    fs.writeFileSync(Buffer.from(`${dir}/antiga/S\xe3o Jo\xe3o.xml`, "latin1"), nota.procXml);
    const { linhas } = await run(["antiga", "--json"], { cwd: dir });
    expect(linhas).toMatchObject([{ arquivo: "antiga/São João.xml", leitura: "nota" }]);
  },
);

describe("the exit code of the dfe command", () => {
  const BOMB_BYTES = 5_000_000;
  test.each([
    [1, "a file that does not exist", () => "nada.xml"],
    [1, "a document cut in the middle", () => put("meia.xml", nota.procXml.slice(0, 900))],
    [1, "a broken package", () => put("quebrado.zip", "PK\x03\x04lixo")],
    [1, "a GZ that swells beyond reason", () => put("bomba.gz", gzipSync(Buffer.alloc(BOMB_BYTES)))],
    [1, "a broken GZ", () => put("quebrado.gz", Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]))],
    [1, "a named file that is no DF-e", () => put("foto.jpg", "\xff\xd8\xff")],
    [0, "a package of strangers", () => put("alheio.zip", makeZip({ "a.txt": Buffer.from("oi") }))],
    [2, "no file at all", () => ""],
    [2, "an unknown option", () => "--tudo"],
    [2, "a trust folder that is none", () => "--ancoras=/nao/ha"],
  ])("the exit code is %i for %s", async (code, _what, make) => {
    const arg = make();
    const args = arg.startsWith("--ancoras") ? [arg, "x.xml"] : [arg].filter((each) => each !== "");
    const commandRun = await run(args, { cwd: dir });
    expect(commandRun.code).toBe(code);
    expect(commandRun.err !== "").toBe(code === 2);
  });

  test("the exit code is 2 for a trusted provider that is not a CNPJ", async () => {
    const { code, err } = await run(["x.xml"], { cwd: dir, env: { PROVEDORES_CONFIAVEIS: "todos" } });
    expect([code, err]).toEqual([2, expect.stringContaining("todos não é CNPJ")]);
  });

  test("the exit code is 2 for a CA folder without certificates, and 0 for help", async () => {
    fs.mkdirSync(path.join(dir, "vazia"));
    expect((await run(["--ancoras", "vazia", "x.xml"], { cwd: dir })).err).toContain("certificado nenhum");
    const { code, out } = await run(["--ajuda"]);
    expect([code, out.includes("Código de saída")]).toEqual([0, true]);
  });
});

describe("the table of the dfe command", () => {
  test("the table has a row for each document with its findings below, and counts at the end", async () => {
    put("mesa/boa.xml", nota.procXml);
    put("mesa/má.xml", nota.procXml.replace("<xNome>", "<xNome>Nova "));
    const { out } = await run(["mesa", "--ancoras", "acs"], { cwd: dir });
    const [titles, good, bad, why, blank, counts] = out.split("\n");
    expect(titles).toMatch(
      /^VEREDITO +TIPO +NÚM\.\/SÉRIE +EMISSÃO +VALOR \(R\$\) +EMITENTE OU ASSUNTO +ARQUIVO$/,
    );
    expect(good).toMatch(/^Autêntica +NF-e +\d+\/\d+ +\d\d\/\d\d\/\d{4} +[\d.]+,\d\d .* mesa\/boa\.xml$/);
    expect(bad).toMatch(/^Assinatura inválida .* mesa\/má\.xml$/);
    expect(why).toContain("Conteúdo alterado");
    expect([blank, counts]).toEqual(["", "2 documentos: Autêntica 1 · Assinatura inválida 1"]);
  });

  test.each([200, 120, 100, 80, 60, 40])(
    "the table fits a terminal of %i columns, and always keeps verdict and file",
    async (columns) => {
      put("mesa/boa.xml", nota.procXml);
      const { out } = await run(["mesa"], { cwd: dir, isTTY: true, columns, env: { NO_COLOR: "1" } });
      const rows = out.split("\n").slice(0, -3);
      expect(rows.filter((row) => row.length > columns)).toEqual([]);
      expect(rows[1]).toMatch(/^Íntegra .*boa\.xml$/);
      expect(out).not.toContain("\u001b");
    },
  );

  test("the table has colours on a terminal, and removes control characters from file names", async () => {
    put("truque/\u001b[2Jlimpa\u202e.xml", nota.procXml);
    const { out } = await run(["truque"], { cwd: dir, isTTY: true, columns: 120 });
    expect(out).toContain("\u001b[32mÍntegra");
    expect(out).not.toContain("\u001b[2J");
    expect(out).not.toContain("\u202e");
  });
});

test("a closed output ends the dfe command", async () => {
  for (let i = 0; i < 300; i += 1) put(`muitas/${String(i).padStart(3, "0")}.xml`, nota.procXml);
  let taken = 0;
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      taken += chunk.length;
      done(new Error("EPIPE"));
    },
  });
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const code = await runDfe(["muitas", "--json"], { cwd: dir, env: {}, stdout, stderr });
  expect(code).toBe(0);
  expect(taken).toBeLessThan(40_000);
});
