import { spawnSync } from "node:child_process";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { solveCaptcha } from "../setup/captcha.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { writeCopy } from "../setup/nota-copies.ts";
import { createWire, get, rpc, signInNewUser, type Wire } from "../setup/wire.ts";

const NOT_AVAILABLE = "Nenhum documento disponível com esta chave de acesso.";
const PDF_READER = "pdftotext";
const hasPdftotext = spawnSync(PDF_READER, ["-v"]).status === 0;

let wire: Wire;
/** A conta whose empresa is proved, and one whose empresa is not. */
let proved: ContaWithEmpresa;
let unproved: ContaWithEmpresa;
type ContaWithEmpresa = { contaId: string; empresaId: string };

beforeAll(async () => {
  wire = await createWire();
  proved = await openConta(true);
  unproved = await openConta(false);
});
afterAll(() => wire.dispose());
beforeEach(() => wire.asOwner("DELETE FROM limite_uso"));

async function openConta(isProved: boolean): Promise<ContaWithEmpresa> {
  const { contaId } = await wire.createConta();
  const { empresaId } = await wire.createEmpresa(contaId, { isProven: isProved });
  return { contaId, empresaId };
}

type Copy = Partial<NewNota> & { xml?: string; digVal?: string; sefazDigVal?: string; achados?: string[] };

async function insertCopy({ contaId, empresaId }: ContaWithEmpresa, o: Copy = {}): Promise<NewNota> {
  const { xml, digVal, sefazDigVal, achados, ...rest } = o;
  const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, sefazStatus: null, ...rest })]);
  if (!nota) throw new Error("no nota");
  await wire.asOwner("UPDATE nota SET dig_val = $2, sefaz_dig_val = $3 WHERE id = $1", [
    nota.id,
    digVal ?? null,
    sefazDigVal ?? null,
  ]);
  const found = (achados ?? []).map((codigo) => ({ codigo, gravidade: "aviso" }));
  await wire.asOwner(
    `UPDATE documento d SET achados = $2 FROM nota n WHERE n.id = $1 AND d.conta_id = n.conta_id AND d.id = n.documento_id`,
    [nota.id, JSON.stringify(found)],
  );
  if (xml !== undefined) {
    await wire.asOwner(
      "UPDATE documento_xml x SET xml_gzip = $2 FROM nota n WHERE n.id = $1 AND x.conta_id = n.conta_id AND x.documento_id = n.documento_id",
      [nota.id, gzipSync(xml)],
    );
  }
  return nota;
}

async function ask(chave: string) {
  const params = { captcha: await solveCaptcha(wire, "download"), ChaveAcesso: chave };
  const { result } = await rpc(wire, { id: 1, method: "Nota.getNotaDownloadPublico", params });
  if (result === null) throw new Error("no answer");
  return result;
}

const NOT_AVAILABLE_ANSWER = {
  sucesso: false,
  mensagem: NOT_AVAILABLE,
  erros: [],
  object: null,
  results: null,
  totalCount: null,
};
const situacaoOf = async (chave: string) => (await ask(chave)).object as { ticket: string; situacao: string };

async function fetchFile(chave: string, formato: "xml" | "pdf" = "xml"): Promise<Response> {
  const { ticket: captcha } = await situacaoOf(chave);
  return await get(
    wire,
    `/Services/downloadPublico?${new URLSearchParams({ captcha, chaveAcesso: chave, formato })}`,
  );
}

describe("public download of a nota of an unproved empresa", () => {
  test("a nota of an unproved empresa is available to its conta only, until the empresa is proved", async () => {
    const { chave } = await insertCopy(unproved, { veredito: "autentica" });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    const provedLater = await openConta(false);
    const laterCopy = await insertCopy(provedLater, { veredito: "autentica" });
    expect(await ask(laterCopy.chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await wire.asOwner("UPDATE empresa SET provada_por = 'operador', provada_em = now() WHERE id = $1", [
      provedLater.empresaId,
    ]);
    expect(await ask(laterCopy.chave)).toMatchObject({ sucesso: true });
  });

  test("an unproved copy never replaces the copy of the proved empresa, even if older and with a better veredito", async () => {
    const forged = await insertCopy(unproved, { veredito: "autentica", xml: "<forjada/>" });
    const { chave } = forged;
    await insertCopy(proved, { chave, veredito: "integra", xml: "<genuina/>" });
    const file = await fetchFile(chave);
    expect([file.status, await file.text()]).toEqual([200, "<genuina/>"]);
  });

  test("of two proved copies the one with SEFAZ's digest is delivered", async () => {
    const secondProved = await openConta(true);
    const { chave } = await insertCopy(secondProved, {
      veredito: "autentica",
      xml: "<forjada/>",
      digVal: "mau",
    });
    await insertCopy(proved, {
      chave,
      veredito: "integra",
      xml: "<genuina/>",
      digVal: "bom",
      sefazDigVal: "bom",
    });
    expect(await (await fetchFile(chave)).text()).toBe("<genuina/>");
  });

  test("a cancellation known only to an unproved conta does not block the download", async () => {
    const { chave } = await insertCopy(proved, { veredito: "autentica" });
    const { id } = await insertCopy(unproved, { chave, nfeStatus: "101" });
    await wire.asOwner("UPDATE nota SET hash_sha1_canc = 'x' WHERE id = $1", [id]);
    expect(await situacaoOf(chave)).toMatchObject({ situacao: "normal" });
  });
});

describe("public download when there are several proved copies", () => {
  test("of the proved copies the one whose QR code matches SEFAZ is delivered", async () => {
    const secondProved = await openConta(true);
    const { chave } = await insertCopy(secondProved, { xml: "<qr-alheio/>", achados: ["qr-divergente"] });
    await insertCopy(proved, { chave, xml: "<inteira/>" });
    expect(await (await fetchFile(chave)).text()).toBe("<inteira/>");
  });

  test("a copy with an unverified certificate chain requires SEFAZ's digest", async () => {
    const sem = await insertCopy(proved, { achados: ["cadeia-nao-verificada"], digVal: "d" });
    expect(await ask(sem.chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await wire.asOwner("UPDATE nota SET sefaz_dig_val = 'd' WHERE id = $1", [sem.id]);
    expect(await ask(sem.chave)).toMatchObject({ sucesso: true });
    await wire.asOwner("UPDATE nota SET sefaz_dig_val = 'outro' WHERE id = $1", [sem.id]);
    expect(await ask(sem.chave)).toEqual(NOT_AVAILABLE_ANSWER);
  });

  test.each(["sem-protocolo", "nao-autorizada", "suspeita", "assinatura-invalida"])(
    "a copy with veredito %s is not delivered, released or not",
    async (veredito) => {
      const { chave } = await insertCopy(proved, { veredito });
      expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    },
  );

  test.each(["suspeita", "assinatura-invalida"])(
    "a copy with veredito %s is not delivered even with SEFAZ's digest",
    async (veredito) => {
      const { chave } = await insertCopy(proved, { veredito, digVal: "d", sefazDigVal: "d" });
      expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    },
  );
});

describe("public download of a nota that SEFAZ denies", () => {
  const earlier = "2026-10-16T10:00:00Z";
  const later = "2026-10-17T10:00:00Z";

  test("a nota that SEFAZ denies is not delivered, whichever conta received the answer; the latest answer counts", async () => {
    const { chave } = await insertCopy(proved, { sefazStatus: "100", sefazConsultadaEm: earlier });
    expect(await ask(chave)).toMatchObject({ sucesso: true });
    const { id } = await insertCopy(unproved, { chave, sefazStatus: "217", sefazConsultadaEm: later });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await wire.asOwner("UPDATE nota SET sefaz_consultada_em = $2 WHERE id = $1", [
      id,
      "2026-10-15T10:00:00Z",
    ]);
    expect(await ask(chave)).toMatchObject({ sucesso: true });
  });

  test("a nota is not delivered if SEFAZ does not know it and the copy has no protocolo", async () => {
    const consultada = { nfeStatus: null, sefazConsultadaEm: earlier };
    const { chave } = await insertCopy(proved, { ...consultada, sefazStatus: "100" });
    expect(await ask(chave)).toMatchObject({ sucesso: true });
    const foreignCopy = await insertCopy(proved, { ...consultada, sefazStatus: "217" });
    expect(await ask(foreignCopy.chave)).toEqual(NOT_AVAILABLE_ANSWER);
  });

  test("a nota is not delivered if the copy contradicts SEFAZ", async () => {
    const { chave } = await insertCopy(proved, { sefazStatus: "100", nfeStatus: "110" });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
  });

  test("a nota authorized late, or an MDF-e that is closed, counts as authorized", async () => {
    const { chave } = await insertCopy(proved, { sefazStatus: "132", nfeStatus: "150" });
    expect(await situacaoOf(chave)).toMatchObject({ situacao: "normal" });
  });

  test.each([
    ["101", "cancelada", /cancelado/],
    ["301", "denegada", /denegado/],
  ])(
    "status %s allows only the printed form, which states it, whichever conta received the answer",
    async (status, situacao, sentence) => {
      const secondProved = await openConta(true);
      const { chave } = await insertCopy(proved, { veredito: "autentica", xml: writeCopy({ numero: 77 }) });
      await insertCopy(secondProved, { chave, sefazStatus: status, nfeStatus: status, veredito: "integra" });
      expect(await situacaoOf(chave)).toMatchObject({ situacao });
      const xml = await fetchFile(chave);
      expect([xml.status, await xml.json()]).toMatchObject([
        409,
        { mensagem: expect.stringMatching(sentence) },
      ]);
      const pdf = await fetchFile(chave, "pdf");
      expect(pdf.status).toBe(200);
      if (!hasPdftotext) return;
      const input = Buffer.from(await pdf.arrayBuffer());
      const { stdout } = spawnSync(PDF_READER, ["-raw", "-enc", "UTF-8", "-", "-"], { input });
      expect(stdout.toString().replace(/\s/g, "")).toContain(situacao.toUpperCase());
    },
  );
});

describe("the setting for public downloads", () => {
  test("the setting of an empresa can be changed by an administrator only, and each change is recorded", async () => {
    const ana = await signInNewUser(wire);
    const { empresaId, cnpj } = await wire.createEmpresa(ana.contaId);
    const { chave } = await insertCopy({ contaId: ana.contaId, empresaId });
    const empresa = {
      id: empresaId,
      nome: "Padaria",
      cnpj,
      uf: "SP",
      ativarAuditor: false,
      ativarManifestacao: false,
    };
    const turn = async (downloadPublico: boolean) =>
      await ana.call("Empresa.saveEmpresa", { empresa: { ...empresa, downloadPublico } });
    expect(await ask(chave)).toMatchObject({ sucesso: true });
    await turn(false);
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    expect((await ana.call("Empresa.getEmpresa", { id: empresaId })).object).toMatchObject({
      downloadPublico: false,
    });
    await ana.call("Empresa.saveEmpresa", { empresa });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await turn(true);
    expect(await ask(chave)).toMatchObject({ sucesso: true });
    const acts = await wire.asOwner<{ detalhe: string }>(
      "SELECT detalhe FROM registro WHERE alvo = $1 AND acao = 'alterar-empresa' ORDER BY ordem",
      [empresaId],
    );
    expect(acts.map(({ detalhe }) => detalhe)).toEqual([
      expect.stringContaining("download público: sim → não"),
      "nada mudou",
      expect.stringContaining("download público: não → sim"),
    ]);
    await wire.asOwner("UPDATE usuario SET administrador = false, proprietario_conta = false WHERE id = $1", [
      ana.usuarioId,
    ]);
    expect((await turn(false)).sucesso).toBe(false);
  });

  test("the setting of a conta applies to all its empresas", async () => {
    const ana = await signInNewUser(wire);
    const { empresaId } = await wire.createEmpresa(ana.contaId);
    const { chave } = await insertCopy({ contaId: ana.contaId, empresaId });
    const conta = { tipoPessoa: "Jurídica", identificador: ana.identificador, uf: "SP" } as const;
    await ana.call("Conta.saveConta", { conta: { ...conta, downloadPublico: false } });
    expect((await ana.call("Conta.getConta", {})).object).toMatchObject({ downloadPublico: false });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await ana.call("Conta.saveConta", { conta: { ...conta, uf: "RJ" } });
    expect(await ask(chave)).toEqual(NOT_AVAILABLE_ANSWER);
    await ana.call("Conta.saveConta", { conta: { ...conta, downloadPublico: true } });
    expect(await ask(chave)).toMatchObject({ sucesso: true });
    const [act] = await wire.asOwner<{ detalhe: string }>(
      "SELECT detalhe FROM registro WHERE alvo = $1 AND acao = 'alterar-conta' ORDER BY ordem LIMIT 1",
      [ana.contaId],
    );
    expect(act?.detalhe).toBe("download público: sim → não");
  });
});

test("the stored XML is delivered byte for byte", async () => {
  const { chave } = await insertCopy(proved, { xml: "<nota>é</nota>" });
  const [row] = await wire.asOwner<{ xml: Buffer }>(
    "SELECT x.xml_gzip AS xml FROM documento_xml x JOIN nota n ON n.conta_id = x.conta_id AND n.documento_id = x.documento_id WHERE n.chave = $1",
    [chave],
  );
  expect(await (await fetchFile(chave)).text()).toBe(gunzipSync(row?.xml ?? "").toString());
});
