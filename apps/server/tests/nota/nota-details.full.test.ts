import { createHash } from "node:crypto";
import type { ResultOf } from "@malote/contract";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPipeline } from "../setup/test-pipeline.ts";
import { CANCELLED_AFTER_MS, createTestPipeline, playCancelledLater } from "../setup/test-pipeline.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { get, openWire, signInAs } from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  ana = await enterDemo();
});
afterAll(() => wire.dispose());

async function enterDemo(): Promise<SignedInUser> {
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  return await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
}

/** Plays a scenario; returns its notas as a user sees them. */
async function play(scenario: string): Promise<Nota[]> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  await pipeline.collect();
  const notas: Nota[] = [];
  for (const chaveAcesso of chaves) {
    const searchFilter = { chaveAcesso, incluirTerceiros: true };
    const { results } = await ana.call("Nota.getListNota", { searchFilter });
    const [row] = (results ?? []) as { id: string }[];
    notas.push((await ana.call("Nota.getNota", { id: row?.id ?? "" })).object as Nota);
  }
  return notas;
}

async function download(path: string): Promise<Buffer> {
  const file = await get(wire, `/Services/${path}`, { authorization: `Bearer ${ana.token}` });
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
}

test("an NF-e shows its totals, its payment and that SEFAZ confirms its content", async () => {
  const [nota] = await play("nota-autorizada");
  expect(nota).toMatchObject({
    veredito: "autentica",
    confirmadaSefaz: true,
    reparo: null,
    transporte: null,
  });
  expect(nota?.quarentenaLiberadaEm).toBeNull();
  expect(nota?.comercio?.totais.produtos).toMatch(/^\d+\.\d{2}$/);
  expect(nota?.comercio?.pagamentos.length).toBeGreaterThan(0);
  expect(nota?.digVal).toBe(nota?.sefazDigVal);
});

test("a repaired document shows its repair, downloads as the original, and keeps the attachment as received", async () => {
  const [nota] = await play("nota-reindentada");
  expect(nota?.reparo?.length).toBeGreaterThan(0);
  expect(nota).toMatchObject({ veredito: "autentica", confirmadaSefaz: true });
  const finding = nota?.achados.find(({ codigo }) => codigo === "reparada");
  expect(finding).toMatchObject({
    gravidade: "aviso",
    titulo: "Reparada e comprovada",
    texto: expect.stringContaining("original"),
  });
  const original = await download(`downloadDFe?id=${nota?.id}`);
  expect(createHash("sha1").update(original).digest("hex")).toBe(nota?.hashSha1Nota);
  const [source] = nota?.origens ?? [];
  expect(source).toMatchObject({ destino: "nota", veredito: "autentica" });
  const received = await download(`downloadEmailAnexo?id=${source?.anexoId}`);
  expect(received.includes("\r\n")).toBe(true);
  expect(original.includes("\r\n")).toBe(false);
});

test("a CT-e shows its parties, route, cargo and documents", async () => {
  const [cte, mdfe] = await play("cte-e-mdfe");
  expect(cte).toMatchObject({ tipoNota: "CTe", entradaSaida: "E", comercio: null, confirmadaSefaz: true });
  expect(cte?.tomador?.documento).toBe(cte?.cnpjDestinatario);
  expect(cte?.remetente?.nome).toMatch(/\w/);
  expect(cte?.transporte).toMatchObject({
    modal: "rodoviario",
    origem: { uf: expect.stringMatching(/^[A-Z]{2}$/) },
    documentos: [{ chaveAcesso: expect.stringMatching(/^[0-9A-Z]{44}$/) }],
  });
  expect(cte?.transporte?.medidas.length).toBeGreaterThan(0);
  expect(mdfe).toMatchObject({ tipoNota: "MDFe", terceiros: false, nomeDestinatario: null });
  expect(mdfe?.transporte?.condutores.length).toBeGreaterThan(0);
  expect(mdfe?.ufDestinatario).toBe(mdfe?.transporte?.destino?.uf);
});

test("a CT-e OS can be consulted at SEFAZ, and the consulta shows its user", async () => {
  const [cte] = await play("cte-os");
  const params = { tipo: "CTeOS", chave: cte?.chaveAcesso ?? "" } as const;
  expect(await ana.call("Nota.consultarSefaz", params)).toMatchObject({ sucesso: true });
  await pipeline.run("validate");
  const { object } = await ana.call("Nota.getNota", { id: cte?.id ?? "" });
  const nota = object as Nota;
  expect(nota).toMatchObject({ sefazStatus: "100", divergente: false });
  expect(nota.consultas[0]).toMatchObject({
    servico: "consulta",
    origem: "pessoa",
    quem: "Marina Prado",
    cStat: "100",
  });
  expect(nota.consultas.at(-1)).toMatchObject({ origem: "recebimento", quem: null });
  expect(cte?.nomeDestinatario).toBe(cte?.tomador?.nome);
});

test("the badge counts unprocessed NF-e and CT-e, lists CT-e OS separately, and omits MDF-e", async () => {
  const { object, totalCount } = await ana.call("Nota.getNotasEntradaEmAberto", {});
  expect({ object, totalCount }).toEqual({ object: { NFe: 2, CTe: 1, CTeOS: 1 }, totalCount: 3 });
});

/**
 * The default query of tab and badge of divergências: the last seven days including today. It signs
 * in again, since a session expires when the clock advances by days.
 */
async function readWeek(): Promise<{ chaves: unknown[]; total: number | null | undefined }> {
  const ana = await enterDemo();
  const dayBefore = (daysBefore: number): string =>
    new Date(pipeline.clock.now().getTime() - daysBefore * DAY_MS - 3 * HOUR_MS).toISOString().slice(0, 10);
  const [de, ate] = [dayBefore(6), dayBefore(0)];
  const { totalCount } = await ana.call("Nota.getNumeroDivergencias", {
    entradaSaida: "E",
    searchDateRange: { de, ate },
  });
  const { results } = await ana.call("Nota.getListNota", {
    entradaSaida: "E",
    searchFilter: { divergente: true, quarentena: false, divergenteDe: de, divergenteAte: ate },
  });
  const rows = (results ?? []) as { chaveAcesso: string }[];
  return { chaves: rows.map(({ chaveAcesso }) => chaveAcesso), total: totalCount };
}

async function advance(ms: number): Promise<void> {
  pipeline.clock.advance(ms);
  pipeline.sandbox.clock.advance(ms);
  await pipeline.asOwner(
    "UPDATE tarefa SET vence_em = now() WHERE tipo = 'validate' AND estado = 'pendente'",
  );
}

describe("a nota whose cancellation is detected late", () => {
  test("a late detected cancellation appears in tab and badge, although SEFAZ was down for eight days", async () => {
    pipeline.sandbox.sefaz.setFault("fora-do-ar");
    const chave = await playCancelledLater(pipeline.sandbox);
    await pipeline.collect();
    expect(await readWeek()).toEqual({ chaves: [], total: 0 });
    await advance(8 * DAY_MS + 2 * CANCELLED_AFTER_MS);
    pipeline.sandbox.sefaz.setFault("nenhuma");
    await pipeline.run("validate");
    expect(await readWeek()).toEqual({ chaves: [chave], total: 1 });
  });

  test("a divergente nota leaves tab and badge a week after the detection, although it was consulted again", async () => {
    await advance(6 * DAY_MS);
    await pipeline.run("validate");
    expect((await readWeek()).total).toBe(1);
    await advance(2 * DAY_MS);
    await pipeline.run("validate");
    expect((await readWeek()).total).toBe(0);
  });

  test("a divergente nota appears in tab and badge on the day it leaves quarantine", async () => {
    await pipeline.asOwner("UPDATE nota SET quarentena = true, alterado_em = $1 WHERE divergente", [
      pipeline.clock.now(),
    ]);
    await advance(30 * DAY_MS);
    expect((await readWeek()).total).toBe(0);
    const [nota] = await pipeline.asOwner<{ id: string }>("SELECT id FROM nota WHERE divergente");
    const ana = await enterDemo();
    const motivo = "Conferida com o fornecedor, por telefone.";
    const freed = await ana.call("Nota.liberarQuarentena", { id: nota?.id ?? "", motivo });
    expect(freed.sucesso).toBe(true);
    expect((await readWeek()).total).toBe(1);
  });
});
