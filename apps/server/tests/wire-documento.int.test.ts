import { createHash } from "node:crypto";
import type { ResultOf } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Road } from "./road.ts";
import { createRoad } from "./road.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { enterAs, get, openWire } from "./wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];

let road: Road;
let wire: Wire;
let ana: Pessoa;

beforeAll(async () => {
  road = await createRoad();
  wire = await openWire(road);
  const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await enterAs(wire, { contaId: road.contaId, usuarioId: usuario?.id ?? "", ...demo });
});
afterAll(() => wire.dispose());

/** Plays a scenario; answers its documents as a person sees them. */
async function play(cenario: string): Promise<Nota[]> {
  const { chaves } = await road.sandbox.playCenario(cenario);
  await road.collect();
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

test("an NF-e shows its totals, its payment and that SEFAZ confirms its very content", async () => {
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

test("a repaired document says how, downloads as the original, and its attachment as it came", async () => {
  const [nota] = await play("nota-reindentada");
  expect(nota?.reparo?.length).toBeGreaterThan(0);
  expect(nota).toMatchObject({ veredito: "autentica", confirmadaSefaz: true });
  const achado = nota?.achados.find(({ codigo }) => codigo === "reparada");
  expect(achado).toMatchObject({
    gravidade: "aviso",
    titulo: "Reparada e comprovada",
    texto: expect.stringContaining("original"),
  });
  const original = await download(`downloadDFe?id=${nota?.id}`);
  expect(createHash("sha1").update(original).digest("hex")).toBe(nota?.hashSha1Nota);
  const [origem] = nota?.origens ?? [];
  expect(origem).toMatchObject({ destino: "nota", veredito: "autentica" });
  const received = await download(`downloadEmailAnexo?id=${origem?.anexoId}`);
  expect(received.includes("\r\n")).toBe(true);
  expect(original.includes("\r\n")).toBe(false);
});

test("a CT-e shows its parties, its way, its load and what it carries", async () => {
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
  expect(mdfe).toMatchObject({ tipoNota: "MDFe", terceiros: true, nomeDestinatario: null });
  expect(mdfe?.transporte?.condutores.length).toBeGreaterThan(0);
  expect(mdfe?.ufDestinatario).toBe(mdfe?.transporte?.destino?.uf);
});

test("SEFAZ is asked about a CT-e OS as about a nota, and who asked is told", async () => {
  const [cte] = await play("cte-os");
  const consulta = { tipo: "CTeOS", chave: cte?.chaveAcesso ?? "" } as const;
  expect(await ana.call("Nota.consultarSefaz", consulta)).toMatchObject({ sucesso: true });
  await road.run("validate");
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

test("the badge counts CT-e and CT-e OS that are not processed, and no MDF-e of third parties", async () => {
  const { object } = await ana.call("Nota.getNotasEntradaEmAberto", {});
  expect(object).toEqual({ NFe: 2, CTe: 1, CTeOS: 1 });
});
