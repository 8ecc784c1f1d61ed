import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { MENSAGENS, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { giveUpPedido } from "../src/services/arquivo-pedido/run-pedido.ts";
import { askZip, fetchZip, getZip, makeZip, openAll, PERIODO_DE_TUDO, showZip, TUDO } from "./repositorio.ts";
import { createRoad, type Road } from "./road.ts";
import { enter, enterAs, get, openWire, type Pessoa, SAME_ORIGIN, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

let road: Road;
let wire: Wire;
let ana: Pessoa;
let outra: Pessoa;

const CENARIOS = [
  "nota-autorizada",
  "zip-com-tres-notas",
  "evento-antes-da-nota",
  "carta-de-correcao",
  "nfce",
  "cte-e-mdfe",
  "cte-os",
  "nota-adulterada",
];
/** CNPJ of a company that is not an empresa of the conta. */
const OUTRA_EMPRESA = "47960950000121";

beforeAll(async () => {
  road = await createRoad();
  wire = await openWire(road);
  const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await enterAs(wire, { contaId: road.contaId, usuarioId: usuario?.id ?? "", ...demo });
  outra = await enter(wire);
  for (const cenario of CENARIOS) await road.sandbox.playCenario(cenario);
  await road.collect();
});
afterAll(() => wire.dispose());

type Guardado = { chave: string; tipo_nota: string; xml_gzip: Buffer };

async function findGuardados(): Promise<Map<string, Buffer>> {
  const rows = await road.asOwner<Guardado>(
    `SELECT n.chave, n.tipo_nota, x.xml_gzip FROM nota n JOIN documento_xml x ON x.documento_id = n.documento_id
     WHERE NOT n.quarentena AND NOT n.terceiros AND n.conta_id = $1`,
    [road.contaId],
  );
  return new Map(
    rows.map(({ chave, tipo_nota, xml_gzip }) => [
      `${chave}-${tipo_nota.toLowerCase()}.xml`,
      gunzipSync(xml_gzip),
    ]),
  );
}

const baseOf = (name: string): string => name.split("/").at(-1) ?? name;

test("a repository ZIP contains every nota byte for byte, except quarantined ones and those of third parties", async () => {
  const { arquivos, zip, id } = await fetchZip(wire, ana);
  const guardados = await findGuardados();
  expect(guardados.size).toBeGreaterThanOrEqual(9);
  const xmls = new Map([...arquivos].filter(([name]) => name.endsWith(".xml")));
  expect([...xmls.keys()].map(baseOf).sort()).toEqual([...guardados.keys()].sort());
  for (const [name, bytes] of xmls)
    expect([name, guardados.get(baseOf(name))?.equals(bytes)]).toEqual([name, true]);
  for (const name of xmls.keys()) {
    expect(name).toMatch(
      /^(nfe|nfce|cte|cteos|mdfe)\/\d{4}-\d\d\/[0-9A-Z]{44}-(nfe|nfce|cte|cteos|mdfe)\.xml$/,
    );
  }
  expect(await showZip(ana, id)).toMatchObject({
    estado: "concluido",
    total: guardados.size,
    feitos: guardados.size,
    tamanho: zip.length,
    nome: expect.stringMatching(/^repositorio-\d{4}-\d\d-\d\d-\d{4}\.zip$/),
  });
});

test("the index of a ZIP lists its files as CSV", async () => {
  const { arquivos } = await fetchZip(wire, ana);
  expect([...arquivos.keys()].at(-1)).toBe("documentos.csv");
  const text = arquivos.get("documentos.csv")?.toString() ?? "";
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head?.startsWith("\ufeffTipo;Número;Série;Chave de acesso;Emissão")).toBe(true);
  expect(lines).toHaveLength(arquivos.size - 1);
  for (const name of arquivos.keys()) {
    if (name !== "documentos.csv") expect(lines.filter((line) => line.endsWith(`;${name}`))).toHaveLength(1);
  }
  expect(lines.filter((line) => line.includes(";Cancelada;"))).toHaveLength(1);
});

test("a ZIP contains PDFs and registered eventos next to their notas when requested", async () => {
  // A carta de correção that SEFAZ never registered.
  await road.asOwner(
    `INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, autor, desc_evento, origem, veredito, documento_id, criado_em)
     SELECT conta_id, $1, chave, tp_evento, 9, autor, desc_evento, 'email', veredito, documento_id, criado_em FROM evento
     WHERE tp_evento = '110110' LIMIT 1`,
    [newId()],
  );
  const { arquivos } = await fetchZip(wire, ana, { comPdf: true, comEventos: true });
  const names = [...arquivos.keys()];
  const xmls = names.filter((name) => /-(nfe|nfce|cte|cteos|mdfe)\.xml$/.test(name));
  const pdfs = names.filter((name) => name.endsWith(".pdf"));
  expect(pdfs).toHaveLength(xmls.length);
  for (const name of pdfs) expect(arquivos.get(name)?.subarray(0, 5).toString()).toBe("%PDF-");
  const eventos = names.filter((name) => name.includes("-evento-"));
  expect(eventos.map((name) => /-evento-(\d{6})-1\.xml$/.exec(name)?.[1]).sort()).toEqual([
    "110110",
    "110111",
  ]);
  for (const name of eventos) {
    const chave = baseOf(name).slice(0, 44);
    expect(arquivos.get(name)?.toString()).toContain(`<chNFe>${chave}</chNFe>`);
    expect(names).toContain(name.replace(/-evento.*/, "-nfe.xml"));
  }
});

test("the page size does not change the bytes of the ZIP", async () => {
  const whole = await fetchZip(wire, ana);
  const paged = await fetchZip(wire, ana, {}, { pagina: 2 });
  expect(paged.zip.equals(whole.zip)).toBe(true);
});

test("selects notas by side, tipo, empresa, period and other party", async () => {
  const [nossa] = await road.asOwner<{ cnpj: string }>(
    "SELECT cnpj FROM empresa WHERE conta_id = $1 LIMIT 1",
    [road.contaId],
  );
  const contarVisoes = async (where: string, values: unknown[] = []): Promise<number> => {
    const [row] = await road.asOwner<{ n: number }>(
      `SELECT count(*)::int AS n FROM nota WHERE NOT quarentena AND NOT terceiros AND conta_id = $1 AND ${where}`,
      [road.contaId, ...values],
    );
    return row?.n ?? -1;
  };
  const holds = async (pedido: Parameters<typeof fetchZip>[2]): Promise<number> =>
    (await fetchZip(wire, ana, pedido)).arquivos.size - 1;
  expect(await holds({ entradaSaida: "E" })).toBe(await contarVisoes("papel = 'E'"));
  expect(await holds({ tipoDFe: "CTe" })).toBe(await contarVisoes("tipo_nota = 'CTe'"));
  const masked = (nossa?.cnpj ?? "").replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
  expect(await holds({ cnpjEmpresa: masked })).toBe(
    await contarVisoes("empresa_id = (SELECT id FROM empresa WHERE cnpj = $2)", [nossa?.cnpj]),
  );
  const [nota] = await road.asOwner<{ cnpj_emitente: string; dia: string }>(
    `SELECT cnpj_emitente, (data_emissao AT TIME ZONE 'America/Sao_Paulo')::date::text AS dia FROM nota
     WHERE papel = 'E' AND NOT quarentena AND NOT terceiros AND tipo_nota = 'CTe'`,
  );
  const cnpj = nota?.cnpj_emitente ?? "";
  expect(await holds({ entradaSaida: "E", cnpj })).toBe(await contarVisoes("cnpj_emitente = $2", [cnpj]));
  const dia = nota?.dia ?? "";
  expect(await holds({ dateRange: { de: dia, ate: dia } })).toBe(
    await contarVisoes("(data_emissao AT TIME ZONE 'America/Sao_Paulo')::date = $2", [dia]),
  );
});

test("a nota between two empresas of the conta is one file, whichever side is selected", async () => {
  const pessoa = await enter(wire, { uf: "SP" });
  const e = inventNota({ papel: "E", emissao: "2026-10-31T23:30:00-03:00" });
  const s = { ...inventNota({ papel: "S", emissao: e.emissao }), chave: e.chave };
  const soS = inventNota({ papel: "S" });
  await insertNotas(road, pessoa.contaId, [e, s, soS]);
  const namesOf = async (entradaSaida: "E" | "S" | "T") => {
    const { arquivos } = await fetchZip(wire, pessoa, { entradaSaida });
    return [...arquivos.keys()].filter((name) => name.endsWith(".xml"));
  };
  // Half an hour before midnight in São Paulo belongs to the local month.
  expect(await namesOf("T")).toEqual([`nfe/2026-10/${soS.chave}-nfe.xml`, `nfe/2026-10/${e.chave}-nfe.xml`]);
  expect(await namesOf("S")).toHaveLength(2);
  expect(await namesOf("E")).toHaveLength(1);
});

test.each([
  [
    "ends before it begins",
    { dateRange: { de: "2026-02-01", ate: "2026-01-31" } },
    "periodoInvertido",
    "dateRange.ate",
  ],
  [
    "is of a company that is not the conta's",
    { cnpjEmpresa: OUTRA_EMPRESA },
    "repositorioTipoSemEmpresa",
    "cnpjEmpresa",
  ],
  ["is of a party with no CNPJ", { cnpj: "fulano & cia" }, "filtroInvalido", "cnpj"],
  [
    "is of days without documents",
    { dateRange: { de: "2019-01-01", ate: "2019-12-31" } },
    "repositorioVazio",
    null,
  ],
] as const)("a ZIP request that %s is refused at once", async (_what, pedido, key, campo) => {
  expect(await askZip(ana, pedido)).toEqual({ id: null, mensagem: MENSAGENS[key], campo });
});

test("at most three ZIPs of a conta are made at the same time", async () => {
  const pessoa = await enter(wire);
  await insertNotas(road, pessoa.contaId, [inventNota()]);
  const asked = [await askZip(pessoa), await askZip(pessoa), await askZip(pessoa)];
  expect((await askZip(pessoa)).mensagem).toMatch(/3/);
  for (const { id } of asked) await makeZip(wire, pessoa, { id: id ?? "" });
  expect((await askZip(pessoa)).id).not.toBeNull();
});

test("a ZIP can be downloaded in byte ranges", async () => {
  const { id, zip } = await fetchZip(wire, ana);
  const etag = `"${createHash("sha256").update(zip).digest("hex")}"`;
  const pieces: Buffer[] = [];
  const step = Math.ceil(zip.length / 3);
  for (let de = 0; de < zip.length; de += step) {
    const response = await getZip(wire, ana, id, { range: `bytes=${de}-${de + step - 1}`, "if-range": etag });
    const ate = Math.min(de + step, zip.length) - 1;
    expect([response.status, response.headers.get("content-range"), response.headers.get("etag")]).toEqual([
      206,
      `bytes ${de}-${ate}/${zip.length}`,
      etag,
    ]);
    pieces.push(Buffer.from(await response.arrayBuffer()));
  }
  expect(Buffer.concat(pieces).equals(zip)).toBe(true);
  const end = await getZip(wire, ana, id, { range: "bytes=-22" });
  expect(Buffer.from(await end.arrayBuffer()).equals(zip.subarray(-22))).toBe(true);
  const beyond = await getZip(wire, ana, id, { range: `bytes=${zip.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${zip.length}`]);
  for (const headers of [{ range: "bytes=0-1,5-6" }, { range: "bytes=0-1", "if-range": '"outro"' }]) {
    const response = await getZip(wire, ana, id, headers as Record<string, string>);
    expect([response.status, Number(response.headers.get("content-length"))]).toEqual([200, zip.length]);
  }
});

test("HEAD returns the headers of the ZIP without its body", async () => {
  const { id, zip } = await fetchZip(wire, ana);
  const url = `${wire.server.url}/Services/downloadRepositorio?id=${id}`;
  const headers = { authorization: `Bearer ${ana.token}`, range: "bytes=0-1" };
  const response = await fetch(url, { method: "HEAD", headers });
  expect([
    response.status,
    response.headers.get("content-length"),
    response.headers.get("accept-ranges"),
  ]).toEqual([200, String(zip.length), "bytes"]);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="repositorio-/);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

test("a ZIP is available only to its conta and until it expires", async () => {
  const { id } = await fetchZip(wire, ana);
  const absent = { status: 404, mensagem: MENSAGENS.repositorioNaoEncontrado };
  const told = async (response: Response) => ({
    status: response.status,
    mensagem: ((await response.json()) as { mensagem: string }).mensagem,
  });
  expect(await told(await getZip(wire, outra, id))).toEqual(absent);
  expect(await told(await getZip(wire, ana, "../../x"))).toEqual(absent);
  const inPreparo = (await askZip(ana)).id ?? "";
  expect(await told(await getZip(wire, ana, inPreparo))).toEqual({
    status: 404,
    mensagem: MENSAGENS.arquivoEmPreparo,
  });
  await giveUpPedido(road.ctx, { contaId: ana.contaId, tipo: "repositorio", alvo: inPreparo, motivo: "x" });
  expect(await showZip(ana, inPreparo)).toMatchObject({
    estado: "falhou",
    mensagem: MENSAGENS.erroProcessandoRequisicao,
  });
  await road.asOwner("UPDATE arquivo_pedido SET expira_em = now() - interval '1 day' WHERE id = $1", [id]);
  expect(await told(await getZip(wire, ana, id))).toEqual({
    status: 404,
    mensagem: MENSAGENS.arquivoExpirado,
  });
});

test("a link to a ZIP sends a signed-out user to /login and back", async () => {
  const path = "/Services/downloadRepositorio?id=01900000-0000-7000-8000-000000000001";
  const { cookie } = ana;
  const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" };
  const response = await get(wire, path, navigation);
  expect([response.status, response.headers.get("location")]).toEqual([
    302,
    `/login?voltar=${encodeURIComponent(path)}`,
  ]);
  expect((await get(wire, path, { cookie, "sec-fetch-site": "cross-site" })).status).toBe(401);
  expect((await get(wire, path, { cookie, ...SAME_ORIGIN })).status).toBe(404);
});

test("late and concurrent runs leave one ZIP, and a run past its deadline fails", async () => {
  const id = (await askZip(ana)).id ?? "";
  await expect(makeZip(wire, ana, { id, ms: -1 })).rejects.toThrow(/in time/);
  expect(await showZip(ana, id)).toMatchObject({ estado: "em-andamento" });
  await Promise.all([makeZip(wire, ana, { id }), makeZip(wire, ana, { id })]);
  const first = await showZip(ana, id);
  expect(first).toMatchObject({ estado: "concluido" });
  await makeZip(wire, ana, { id });
  expect(await showZip(ana, id)).toEqual(first);
  const zip = Buffer.from(await (await getZip(wire, ana, id)).arrayBuffer());
  expect((await openAll(zip)).size).toBe((first.total ?? 0) + 1);
});

test("omits notas quarantined after the request, and fails when none remains", async () => {
  const pessoa = await enter(wire);
  await insertNotas(road, pessoa.contaId, [inventNota(), inventNota()]);
  const ids = [(await askZip(pessoa)).id ?? "", (await askZip(pessoa)).id ?? ""];
  const preso = `UPDATE nota SET quarentena = true WHERE id IN (SELECT id FROM nota WHERE conta_id = $1 AND NOT quarentena LIMIT 1)`;
  for (const id of ids) {
    await road.asOwner(preso, [pessoa.contaId]);
    await makeZip(wire, pessoa, { id });
  }
  expect(await showZip(pessoa, ids[0] ?? "")).toMatchObject({ estado: "concluido", total: 1 });
  expect(await showZip(pessoa, ids[1] ?? "")).toMatchObject({
    estado: "falhou",
    mensagem: expect.stringContaining("nenhum documento"),
  });
});

test("the list of ZIPs belongs to the conta and shows each request", async () => {
  const row = (await ana.call("Download.processaDownload", { ...TUDO, tipoDFe: "NFe", comPdf: true }))
    .object as ResultOf<"Download.processaDownload">["object"];
  expect(row).toMatchObject({
    estado: "pendente",
    entradaSaida: "T",
    tipoDFe: "NFe",
    cnpjEmpresa: null,
    ...PERIODO_DE_TUDO,
    cnpj: null,
    comPdf: true,
    comEventos: false,
  });
  expect((await outra.call("Download.getListDownload", {})).totalCount).toBe(0);
});
