import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { MESSAGES, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { giveUpFileRequest } from "../../src/services/requested-file/run-file-request.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import {
  get,
  openWire,
  SAME_ORIGIN,
  type SignedInUser,
  signInAs,
  signInNewUser,
  type Wire,
} from "../setup/wire.ts";
import {
  EVERYTHING,
  FULL_PERIOD,
  fetchZip,
  getZip,
  makeZip,
  readAllEntries,
  requestZip,
  showZip,
} from "./repositorio-zip.ts";

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;
let otherUser: SignedInUser;

const SCENARIOS = [
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
const FOREIGN_CNPJ = "47960950000121";

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
  otherUser = await signInNewUser(wire);
  for (const scenario of SCENARIOS) await pipeline.sandbox.playScenario(scenario);
  await pipeline.collect();
});
afterAll(() => wire.dispose());

type StoredXml = { chave: string; tipo_nota: string; xml_gzip: Buffer };

async function findStoredXmls(): Promise<Map<string, Buffer>> {
  const rows = await pipeline.asOwner<StoredXml>(
    `SELECT n.chave, n.tipo_nota, x.xml_gzip FROM nota n JOIN documento_xml x ON x.documento_id = n.documento_id
     WHERE NOT n.quarentena AND NOT n.terceiros AND n.conta_id = $1`,
    [pipeline.contaId],
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
  const { files, zip, id } = await fetchZip(wire, ana);
  const storedXmls = await findStoredXmls();
  expect(storedXmls.size).toBeGreaterThanOrEqual(9);
  const xmls = new Map([...files].filter(([name]) => name.endsWith(".xml")));
  expect([...xmls.keys()].map(baseOf).sort()).toEqual([...storedXmls.keys()].sort());
  for (const [name, bytes] of xmls)
    expect([name, storedXmls.get(baseOf(name))?.equals(bytes)]).toEqual([name, true]);
  for (const name of xmls.keys()) {
    expect(name).toMatch(
      /^(nfe|nfce|cte|cteos|mdfe)\/\d{4}-\d\d\/[0-9A-Z]{44}-(nfe|nfce|cte|cteos|mdfe)\.xml$/,
    );
  }
  expect(await showZip(ana, id)).toMatchObject({
    estado: "concluido",
    total: storedXmls.size,
    feitos: storedXmls.size,
    tamanho: zip.length,
    nome: expect.stringMatching(/^repositorio-\d{4}-\d\d-\d\d-\d{4}\.zip$/),
  });
});

test("the index of a ZIP lists its files as CSV", async () => {
  const { files } = await fetchZip(wire, ana);
  expect([...files.keys()].at(-1)).toBe("documentos.csv");
  const text = files.get("documentos.csv")?.toString() ?? "";
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head?.startsWith("\ufeffTipo;Número;Série;Chave de acesso;Emissão")).toBe(true);
  expect(lines).toHaveLength(files.size - 1);
  for (const name of files.keys()) {
    if (name !== "documentos.csv") expect(lines.filter((line) => line.endsWith(`;${name}`))).toHaveLength(1);
  }
  expect(lines.filter((line) => line.includes(";Cancelada;"))).toHaveLength(1);
});

test("a ZIP contains PDFs and registered eventos next to their notas when requested", async () => {
  // A carta de correção that SEFAZ never registered.
  await pipeline.asOwner(
    `INSERT INTO evento (conta_id, id, chave, tp_evento, n_seq, autor, desc_evento, origem, veredito, documento_id, criado_em)
     SELECT conta_id, $1, chave, tp_evento, 9, autor, desc_evento, 'email', veredito, documento_id, criado_em FROM evento
     WHERE tp_evento = '110110' LIMIT 1`,
    [newId()],
  );
  const { files } = await fetchZip(wire, ana, { comPdf: true, comEventos: true });
  const names = [...files.keys()];
  const xmls = names.filter((name) => /-(nfe|nfce|cte|cteos|mdfe)\.xml$/.test(name));
  const pdfs = names.filter((name) => name.endsWith(".pdf"));
  expect(pdfs).toHaveLength(xmls.length);
  for (const name of pdfs) expect(files.get(name)?.subarray(0, 5).toString()).toBe("%PDF-");
  const eventos = names.filter((name) => name.includes("-evento-"));
  expect(eventos.map((name) => /-evento-(\d{6})-1\.xml$/.exec(name)?.[1]).sort()).toEqual([
    "110110",
    "110111",
  ]);
  for (const name of eventos) {
    const chave = baseOf(name).slice(0, 44);
    expect(files.get(name)?.toString()).toContain(`<chNFe>${chave}</chNFe>`);
    expect(names).toContain(name.replace(/-evento.*/, "-nfe.xml"));
  }
});

test("the page size does not change the bytes of the ZIP", async () => {
  const whole = await fetchZip(wire, ana);
  const paged = await fetchZip(wire, ana, {}, { pagina: 2 });
  expect(paged.zip.equals(whole.zip)).toBe(true);
});

test("notas of a ZIP are selected by side, tipo, empresa, period and other party", async () => {
  const [ownEmpresa] = await pipeline.asOwner<{ cnpj: string }>(
    "SELECT cnpj FROM empresa WHERE conta_id = $1 LIMIT 1",
    [pipeline.contaId],
  );
  const countNotas = async (where: string, values: unknown[] = []): Promise<number> => {
    const [row] = await pipeline.asOwner<{ n: number }>(
      `SELECT count(*)::int AS n FROM nota WHERE NOT quarentena AND NOT terceiros AND conta_id = $1 AND ${where}`,
      [pipeline.contaId, ...values],
    );
    return row?.n ?? -1;
  };
  const holds = async (request: Parameters<typeof fetchZip>[2]): Promise<number> =>
    (await fetchZip(wire, ana, request)).files.size - 1;
  expect(await holds({ entradaSaida: "E" })).toBe(await countNotas("papel = 'E'"));
  expect(await holds({ tipoDFe: "CTe" })).toBe(await countNotas("tipo_nota = 'CTe'"));
  const masked = (ownEmpresa?.cnpj ?? "").replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
  expect(await holds({ cnpjEmpresa: masked })).toBe(
    await countNotas("empresa_id = (SELECT id FROM empresa WHERE cnpj = $2)", [ownEmpresa?.cnpj]),
  );
  const [nota] = await pipeline.asOwner<{ cnpj_emitente: string; dia: string }>(
    `SELECT cnpj_emitente, (data_emissao AT TIME ZONE 'America/Sao_Paulo')::date::text AS dia FROM nota
     WHERE papel = 'E' AND NOT quarentena AND NOT terceiros AND tipo_nota = 'CTe'`,
  );
  const cnpj = nota?.cnpj_emitente ?? "";
  expect(await holds({ entradaSaida: "E", cnpj })).toBe(await countNotas("cnpj_emitente = $2", [cnpj]));
  const day = nota?.dia ?? "";
  expect(await holds({ dateRange: { de: day, ate: day } })).toBe(
    await countNotas("(data_emissao AT TIME ZONE 'America/Sao_Paulo')::date = $2", [day]),
  );
});

test("a nota between two empresas of the conta is one file, whichever side is selected", async () => {
  const user = await signInNewUser(wire, { uf: "SP" });
  const e = inventNota({ papel: "E", emissao: "2026-10-31T23:30:00-03:00" });
  const s = { ...inventNota({ papel: "S", emissao: e.emissao }), chave: e.chave };
  const onlySent = inventNota({ papel: "S" });
  await insertNotas(pipeline, user.contaId, [e, s, onlySent]);
  const namesOf = async (entradaSaida: "E" | "S" | "T") => {
    const { files } = await fetchZip(wire, user, { entradaSaida });
    return [...files.keys()].filter((name) => name.endsWith(".xml"));
  };
  // Half an hour before midnight in São Paulo belongs to the local month.
  expect(await namesOf("T")).toEqual([
    `nfe/2026-10/${onlySent.chave}-nfe.xml`,
    `nfe/2026-10/${e.chave}-nfe.xml`,
  ]);
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
    { cnpjEmpresa: FOREIGN_CNPJ },
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
] as const)("a ZIP request that %s is refused at once", async (_what, request, key, field) => {
  expect(await requestZip(ana, request)).toEqual({ id: null, mensagem: MESSAGES[key], campo: field });
});

test("at most three ZIPs of a conta are made at the same time", async () => {
  const user = await signInNewUser(wire);
  await insertNotas(pipeline, user.contaId, [inventNota()]);
  const asked = [await requestZip(user), await requestZip(user), await requestZip(user)];
  expect((await requestZip(user)).mensagem).toMatch(/3/);
  for (const { id } of asked) await makeZip(wire, user, { id: id ?? "" });
  expect((await requestZip(user)).id).not.toBeNull();
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
  const absent = { status: 404, mensagem: MESSAGES.repositorioNaoEncontrado };
  const refusalOf = async (response: Response) => ({
    status: response.status,
    mensagem: ((await response.json()) as { mensagem: string }).mensagem,
  });
  expect(await refusalOf(await getZip(wire, otherUser, id))).toEqual(absent);
  expect(await refusalOf(await getZip(wire, ana, "../../x"))).toEqual(absent);
  const pendingId = (await requestZip(ana)).id ?? "";
  expect(await refusalOf(await getZip(wire, ana, pendingId))).toEqual({
    status: 404,
    mensagem: MESSAGES.arquivoEmPreparo,
  });
  await giveUpFileRequest(pipeline.ctx, {
    contaId: ana.contaId,
    tipo: "repositorio",
    alvo: pendingId,
    motivo: "x",
  });
  expect(await showZip(ana, pendingId)).toMatchObject({
    estado: "falhou",
    mensagem: MESSAGES.erroProcessandoRequisicao,
  });
  await pipeline.asOwner("UPDATE arquivo_pedido SET expira_em = now() - interval '1 day' WHERE id = $1", [
    id,
  ]);
  expect(await refusalOf(await getZip(wire, ana, id))).toEqual({
    status: 404,
    mensagem: MESSAGES.arquivoExpirado,
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
  const id = (await requestZip(ana)).id ?? "";
  await expect(makeZip(wire, ana, { id, ms: -1 })).rejects.toThrow(/in time/);
  expect(await showZip(ana, id)).toMatchObject({ estado: "em-andamento" });
  await Promise.all([makeZip(wire, ana, { id }), makeZip(wire, ana, { id })]);
  const first = await showZip(ana, id);
  expect(first).toMatchObject({ estado: "concluido" });
  await makeZip(wire, ana, { id });
  expect(await showZip(ana, id)).toEqual(first);
  const zip = Buffer.from(await (await getZip(wire, ana, id)).arrayBuffer());
  expect((await readAllEntries(zip)).size).toBe((first.total ?? 0) + 1);
});

test("a ZIP omits notas quarantined after the request, and fails when none remains", async () => {
  const user = await signInNewUser(wire);
  await insertNotas(pipeline, user.contaId, [inventNota(), inventNota()]);
  const ids = [(await requestZip(user)).id ?? "", (await requestZip(user)).id ?? ""];
  const quarantineOne = `UPDATE nota SET quarentena = true WHERE id IN (SELECT id FROM nota WHERE conta_id = $1 AND NOT quarentena LIMIT 1)`;
  for (const id of ids) {
    await pipeline.asOwner(quarantineOne, [user.contaId]);
    await makeZip(wire, user, { id });
  }
  expect(await showZip(user, ids[0] ?? "")).toMatchObject({ estado: "concluido", total: 1 });
  expect(await showZip(user, ids[1] ?? "")).toMatchObject({
    estado: "falhou",
    mensagem: expect.stringContaining("nenhum documento"),
  });
});

test("the list of ZIPs belongs to the conta and shows each request", async () => {
  const row = (await ana.call("Download.processaDownload", { ...EVERYTHING, tipoDFe: "NFe", comPdf: true }))
    .object as ResultOf<"Download.processaDownload">["object"];
  expect(row).toMatchObject({
    estado: "pendente",
    entradaSaida: "T",
    tipoDFe: "NFe",
    cnpjEmpresa: null,
    ...FULL_PERIOD,
    cnpj: null,
    comPdf: true,
    comEventos: false,
  });
  expect((await otherUser.call("Download.getListDownload", {})).totalCount).toBe(0);
});
