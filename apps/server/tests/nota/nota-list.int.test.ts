import type { Envelope, ParamsOf } from "@malote/contract";
import { MESSAGES } from "@malote/contract";
import { compareText } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import type { NewNota } from "../setup/invent-notas.ts";
import { insertNotas, inventChave, inventNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, rpc, signInNewUser } from "../setup/wire.ts";

type NotaFilter = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;
type Params = ParamsOf<"Nota.getListNota">;

let wire: Wire;
let ana: SignedInUser;
let otherUser: SignedInUser;
let common: NewNota;
let target: NewNota;

// `target` differs from `common` in every field that a filter can name.
beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  otherUser = await signInNewUser(wire);
  common = inventNota({ emissao: "2026-10-15T12:00:00Z", numero: 5 });
  target = inventNota({
    tipoNota: "CTe",
    numero: 90_000_001,
    chave: inventChave(90_000_001, { modelo: "57", documento: "12ABC34501DE35" }),
    serie: 7,
    // 20:30 of 31 October in São Paulo, already November in UTC.
    emissao: "2026-10-31T23:30:00Z",
    valor: "250.10",
    emitente: "Água 100% Límpida_Ltda",
    cnpjEmitente: "12ABC34501DE35",
    ufEmitente: "RS",
    destinatario: "José D'Ávila ME",
    cnpjDestinatario: "52998224725",
    ufDestinatario: "AM",
    finalidade: "4",
    nfeStatus: "150",
    sefazStatus: "101",
    processado: true,
    recebido: true,
    conferido: true,
    criadoEm: "2026-11-02T02:30:00Z",
    alteradoEm: "2026-11-05T00:00:00Z",
  });
  await insertNotas(wire, ana.contaId, [common, target]);
  await insertNotas(wire, otherUser.contaId, [inventNota({ ...target, id: newId() })]);
});
afterAll(() => wire.dispose());

async function list(params: Params, who = ana): Promise<Envelope & { ids: string[] }> {
  const answer = await who.call("Nota.getListNota", params);
  const results = (answer.results ?? []) as { id: string }[];
  return { ...answer, ids: results.map((row) => row.id) };
}

const FILTER_CASES: [string, (a: NewNota) => NotaFilter][] = [
  ["texto: key", (a) => ({ texto: a.chave })],
  ["texto: key in groups", (a) => ({ texto: a.chave.replace(/(.{4})/g, "$1 ") })],
  [
    "texto: the first groups of a key",
    (a) => ({
      texto: `${a.chave.slice(0, 4)} ${a.chave.slice(4, 8)} ${a.chave.slice(8, 12)} ${a.chave.slice(12, 16)} ${a.chave.slice(16, 20)} ${a.chave.slice(20, 24)} ${a.chave.slice(24, 28)} ${a.chave.slice(28, 32)} ${a.chave.slice(32, 36)}`,
    }),
  ],
  ["texto: groups inside a key", (a) => ({ texto: a.chave.slice(24, 36).replace(/(.{4})(?=.)/g, "$1 ") })],
  ["texto: number", (a) => ({ texto: ` ${a.numero} ` })],
  ["texto: value", () => ({ texto: "250,10" })],
  ["texto: value above", () => ({ texto: "valor:>200" })],
  ["texto: value in a range, with a name", () => ({ texto: "limpida valor:200..300" })],
  ["texto: alphanumeric CNPJ with mask", () => ({ texto: "12.abc.345/01DE-35" })],
  ["texto: CPF", () => ({ texto: "529.982.247-25" })],
  ["texto: name without accents", () => ({ texto: "agua limpida" })],
  ["texto: piece of the recipient's name", () => ({ texto: "d'avila" })],
  ["texto: % is a letter like any other", () => ({ texto: "100%" })],
  ["texto: _ is a letter like any other", () => ({ texto: "pida_l" })],
  ["cnpjEmitente", () => ({ cnpjEmitente: "12ABC34501DE35" })],
  ["cnpjEmitente: its root", () => ({ cnpjEmitente: "12.ABC.345" })],
  ["cnpjDestinatario", () => ({ cnpjDestinatario: "52998224725" })],
  ["nomeEmitente", () => ({ nomeEmitente: "LÍMPIDA" })],
  ["nomeDestinatario", () => ({ nomeDestinatario: "josé" })],
  ["uf of the emitter, in received documents", () => ({ uf: "RS" })],
  ["chaveAcesso", (a) => ({ chaveAcesso: a.chave })],
  ["serie", () => ({ serie: 7 })],
  ["numeroDe", () => ({ numeroDe: 90_000_001 })],
  ["numeroAte with numeroDe", () => ({ numeroDe: 6, numeroAte: 90_000_001 })],
  ["emissaoDe: the day of the conta's UF", () => ({ emissaoDe: "2026-10-31" })],
  ["emissaoAte: that day included", () => ({ emissaoDe: "2026-10-16", emissaoAte: "2026-10-31" })],
  ["criadoDe", () => ({ criadoDe: "2026-11-01" })],
  ["criadoAte: that day included", () => ({ criadoDe: "2026-10-16", criadoAte: "2026-11-01" })],
  ["valorDe", () => ({ valorDe: "250,10" })],
  ["valorAte with valorDe", () => ({ valorDe: "100.01", valorAte: "250.1" })],
  ["tiposNota", () => ({ tiposNota: ["CTe", "MDFe"] })],
  ["nfeStatus", () => ({ nfeStatus: "150" })],
  ["nfeStatus: several", () => ({ nfeStatus: "150, 999" })],
  ["sefazStatus", () => ({ sefazStatus: "101" })],
  ["finalidade", () => ({ finalidade: "4" })],
  ["processadoErp", () => ({ processadoErp: true })],
  ["recebido", () => ({ recebido: true })],
  ["conferido", () => ({ conferido: true })],
  ["divergente", () => ({ divergente: true })],
  ["alteradaDesde", () => ({ alteradaDesde: "/Date(1793836800000)/" })],
  ["alteradaDesde in ISO", () => ({ alteradaDesde: "2026-11-04T21:00:00-03:00" })],
];

test.each(FILTER_CASES)("the filter %s finds only the matching nota", async (_name, write) => {
  const filter = write(target);
  const { ids, totalCount } = await list({ entradaSaida: "E", searchFilter: filter });
  expect([ids, totalCount]).toEqual([[target.id], 1]);
});

test.each<[string, NotaFilter]>([
  ["processadoErp: false", { processadoErp: false }],
  ["recebido: false", { recebido: false }],
  ["conferido: false", { conferido: false }],
  ["divergente: false", { divergente: false }],
  ["emissaoAte the day before", { emissaoAte: "2026-10-30" }],
  ["criadoAte the day before", { criadoAte: "2026-10-31" }],
  ["valorAte below", { valorAte: "250,09" }],
  ["numeroAte below", { numeroAte: 90_000_000 }],
  ["texto: number", { texto: "5" }],
])("the filter %s finds only the other nota", async (_name, searchFilter) => {
  expect((await list({ entradaSaida: "E", searchFilter })).ids).toEqual([common.id]);
});

test.each<[string, NotaFilter]>([
  ["none", {}],
  ["null", null as unknown as NotaFilter],
  [
    "a blank text",
    { texto: "  ", cnpjEmitente: "", nomeEmitente: " ", chaveAcesso: "", nfeStatus: " ", finalidade: "" },
  ],
])("a filter of %s restricts nothing", async (_name, searchFilter) => {
  expect((await list({ searchFilter })).ids.toSorted()).toEqual([common.id, target.id].toSorted());
});

test.each<[string, NotaFilter]>([
  ["an apostrophe", { texto: "' OR 1=1 --" }],
  ["a statement", { nomeEmitente: "x'); DELETE FROM nota; --" }],
  ["a backslash", { texto: "\\" }],
  ["a quoted status", { nfeStatus: "100','101" }],
  ["an unknown key", { texto: inventChave(77) }],
  ["half a character", { texto: "\ud800abc" }],
  ["a text in place of a finalidade", { finalidade: "1 OR 1=1" }],
])("the text %s in a filter is only text, and finds nothing", async (_name, searchFilter) => {
  expect(await list({ searchFilter })).toMatchObject({ sucesso: true, ids: [], totalCount: 0 });
  expect((await list({})).totalCount).toBe(2);
});

test.each<[string, NotaFilter, string, keyof typeof MESSAGES]>([
  ["a backward range of numbers", { numeroDe: 2, numeroAte: 1 }, "numeroAte", "faixaInvertida"],
  ["a backward range of values", { valorDe: "10", valorAte: "9,99" }, "valorAte", "faixaInvertida"],
  [
    "a backward range of capture",
    { criadoDe: "2026-02-01", criadoAte: "2026-01-31" },
    "criadoAte",
    "periodoInvertido",
  ],
  ["a CNPJ of signs", { cnpjEmitente: "--" }, "cnpjEmitente", "filtroInvalido"],
  ["a CNPJ of 15", { cnpjDestinatario: "1".repeat(15) }, "cnpjDestinatario", "filtroInvalido"],
  ["a key of 45", { chaveAcesso: "1".repeat(45) }, "chaveAcesso", "filtroInvalido"],
])("a filter with %s is refused with its field", async (_name, searchFilter, field, key) => {
  expect(await list({ searchFilter })).toMatchObject({
    sucesso: false,
    erros: [{ campo: `searchFilter.${field}`, mensagem: MESSAGES[key] }],
  });
});

test("a day filter uses the conta's time zone: one instant is Sunday in Acre and Monday in Recife", async () => {
  const acreUser = await signInNewUser(wire, { uf: "AC" });
  const recifeUser = await signInNewUser(wire, { uf: "PE" });
  for (const [who, day] of [
    [acreUser, "2026-11-01"],
    [recifeUser, "2026-11-02"],
  ] as const) {
    const [nota] = await insertNotas(wire, who.contaId, [inventNota({ emissao: "2026-11-02T04:30:00Z" })]);
    const { ids } = await list({ searchFilter: { emissaoDe: day, emissaoAte: day } }, who);
    expect(ids).toEqual([nota?.id]);
  }
});

test("a row of the list has the names, money and dates of the contract", async () => {
  const { results } = await list({ searchFilter: { texto: target.chave } });
  expect(results?.[0]).toEqual({
    id: target.id,
    tipoNota: "CTe",
    chaveAcesso: target.chave,
    numeroNota: "90000001",
    serieNota: "7",
    dataEmissao: "2026-10-31T23:30:00.000Z",
    valorTotal: "250.10",
    nomeEmitente: target.emitente,
    cnpjEmitente: target.cnpjEmitente,
    ufEmitente: "RS",
    nomeDestinatario: target.destinatario,
    cnpjDestinatario: "52998224725",
    ufDestinatario: "AM",
    entradaSaida: "E",
    terceiros: false,
    nfeStatus: "150",
    sefazStatus: "101",
    divergente: true,
    manifestacao: 0,
    prazoManifestacao: null,
    confirmadaTacitamenteEm: null,
    veredito: "integra",
    quarentena: false,
    aguardandoCertificado: false,
    criadoEm: "2026-11-02T02:30:00.000Z",
    alteradoEm: "2026-11-05T00:00:00.000Z",
    processadoErp: true,
    processadoEm: null,
    processadoPor: null,
    recebido: true,
    recebidoEm: null,
    recebidoPor: null,
    conferido: true,
    conferidoEm: null,
    conferidoPor: null,
  });
});

test('an unknown status does not diverge, 150 equals 100, and a status filter can select "nenhum"', async () => {
  const user = await signInNewUser(wire);
  const [withoutSefaz, withoutProtocolo, equalStatus, cancelled] = await insertNotas(wire, user.contaId, [
    inventNota({ sefazStatus: null }),
    inventNota({ nfeStatus: null }),
    inventNota({ nfeStatus: "150" }),
    inventNota({ sefazStatus: "101" }),
  ]);
  const ids = async (searchFilter: NotaFilter): Promise<string[]> =>
    (await list({ searchFilter }, user)).ids.toSorted();
  expect(await ids({ divergente: true })).toEqual([cancelled?.id]);
  expect(await ids({ divergente: false })).toEqual(
    [withoutSefaz?.id, withoutProtocolo?.id, equalStatus?.id].toSorted(),
  );
  expect(await ids({ sefazStatus: "nenhum" })).toEqual([withoutSefaz?.id]);
  expect(await ids({ nfeStatus: "nenhum,150" })).toEqual([withoutProtocolo?.id, equalStatus?.id].toSorted());
});

test("notas of third parties are listed only on request, quarantined ones always", async () => {
  const user = await signInNewUser(wire);
  const [own, thirdParty, quarantined] = await insertNotas(wire, user.contaId, [
    inventNota(),
    inventNota({ terceiros: true }),
    inventNota({ quarentena: true, veredito: "suspeita" }),
  ]);
  const ids = async (searchFilter: NotaFilter): Promise<string[]> =>
    (await list({ searchFilter }, user)).ids.toSorted();
  expect(await ids({})).toEqual([own?.id, quarantined?.id].toSorted());
  expect(await ids({ incluirTerceiros: false })).toEqual([own?.id, quarantined?.id].toSorted());
  expect(await ids({ incluirTerceiros: true })).toEqual(
    [own?.id, thirdParty?.id, quarantined?.id].toSorted(),
  );
  expect(await ids({ quarentena: true })).toEqual([quarantined?.id]);
  expect(await ids({ quarentena: false })).toEqual([own?.id]);
  expect(await ids({ veredito: ["suspeita", "assinatura-invalida"] })).toEqual([quarantined?.id]);
  expect(await ids({ veredito: ["integra"] })).toEqual([own?.id]);
});

test("the badge counts unprocessed received NF-e and CT-e, without third parties and quarantine", async () => {
  const user = await signInNewUser(wire);
  await insertNotas(wire, user.contaId, [
    inventNota(),
    inventNota(),
    inventNota({ tipoNota: "CTe" }),
    inventNota({ tipoNota: "CTeOS" }),
    inventNota({ tipoNota: "NFCe" }),
    inventNota({ papel: "S" }),
    inventNota({ processado: true }),
    inventNota({ terceiros: true }),
    inventNota({ quarentena: true, veredito: "assinatura-invalida" }),
  ]);
  expect(await user.call("Nota.getNotasEntradaEmAberto", {})).toMatchObject({
    totalCount: 3,
    object: { NFe: 2, CTe: 1, CTeOS: 1 },
  });
});

test.each([
  [
    "emissaoDesc",
    ["E", "S"],
    (a: NewNota, b: NewNota) => b.emissao.localeCompare(a.emissao) || compareText(b.id, a.id),
  ],
  [
    "emissaoAsc",
    ["E"],
    (a: NewNota, b: NewNota) => a.emissao.localeCompare(b.emissao) || compareText(a.id, b.id),
  ],
  [
    "emitente",
    ["S"],
    (a: NewNota, b: NewNota) => compareText(plain(a.emitente), plain(b.emitente)) || compareText(a.id, b.id),
  ],
  [
    "destinatario",
    ["E", "S"],
    (a: NewNota, b: NewNota) =>
      compareText(plain(a.destinatario), plain(b.destinatario)) || compareText(a.id, b.id),
  ],
  [
    "valorDesc",
    ["E", "S"],
    (a: NewNota, b: NewNota) => Number(b.valor) - Number(a.valor) || compareText(b.id, a.id),
  ],
  [
    "valorAsc",
    ["E"],
    (a: NewNota, b: NewNota) => Number(a.valor) - Number(b.valor) || compareText(a.id, b.id),
  ],
  ["numeroDesc", ["E"], (a: NewNota, b: NewNota) => b.numero - a.numero || compareText(b.id, a.id)],
  ["numeroAsc", ["E", "S"], (a: NewNota, b: NewNota) => a.numero - b.numero || compareText(a.id, b.id)],
  [
    "chegadaDesc",
    ["E", "S"],
    (a: NewNota, b: NewNota) => compareText(b.criadoEm, a.criadoEm) || compareText(b.id, a.id),
  ],
  [
    "chegadaAsc",
    ["E"],
    (a: NewNota, b: NewNota) => compareText(a.criadoEm, b.criadoEm) || compareText(a.id, b.id),
  ],
  [
    "emitenteDesc",
    ["E", "S"],
    (a: NewNota, b: NewNota) => compareText(plain(b.emitente), plain(a.emitente)) || compareText(b.id, a.id),
  ],
] as const)(
  "the pages in order %s over %j contain each row of the list once",
  async (sortOrder, sides, order) => {
    const user = await signInNewUser(wire);
    const names = ["Zeta", "ágil", "Alfa", "Água", "beta"];
    const allNotas = await insertNotas(
      wire,
      user.contaId,
      Array.from({ length: 47 }, (_, n) =>
        inventNota({
          papel: n % 3 === 0 ? "S" : "E",
          emissao: `2026-10-${String(10 + (n % 4))}T12:00:00Z`,
          emitente: names[n % 5] ?? "",
          destinatario: names[(n * 2) % 5] ?? "",
          // Three equal values, numbers and arrivals each: the id decides.
          valor: `${100 + (n % 16)}.00`,
          numero: 1_000 + (n % 16),
          chave: inventChave(2_000 + n),
          criadoEm: `2026-11-${String(1 + (n % 16)).padStart(2, "0")}T12:00:00Z`,
        }),
      ),
    );
    const expected = allNotas
      .filter((nota) => (sides as readonly string[]).includes(nota.papel))
      .toSorted(order);
    const seen: string[] = [];
    const side = sides.length === 1 ? { entradaSaida: sides[0] } : {};
    for (let currentPage = 1; currentPage <= 8; currentPage += 1) {
      const page = await list({ ...side, listSearchOrder: sortOrder, currentPage, pageSize: 7 }, user);
      expect(page.totalCount).toBe(expected.length);
      seen.push(...page.ids);
    }
    expect(seen).toEqual(expected.map((nota) => nota.id));
  },
);

function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

test("a page has 20 rows by default and at most 200; beyond 10 000 rows a narrower filter is required", async () => {
  const user = await signInNewUser(wire);
  await insertNotas(
    wire,
    user.contaId,
    Array.from({ length: 21 }, () => inventNota()),
  );
  expect((await list({}, user)).ids).toHaveLength(20);
  expect(await list({ currentPage: 2 }, user)).toMatchObject({ totalCount: 21, totalExato: true });
  expect((await list({ pageSize: 200 }, user)).ids).toHaveLength(21);
  expect((await list({ currentPage: 50, pageSize: 200 }, user)).sucesso).toBe(true);
  expect(await list({ currentPage: 51, pageSize: 200 }, user)).toMatchObject({
    sucesso: false,
    mensagem: "A lista mostra até 10.000 documentos. Use um filtro mais específico.",
  });
  for (const params of [{ pageSize: 201 }, { pageSize: 0 }, { currentPage: 0 }, { currentPage: 1.5 }]) {
    const answer = await rpc(wire, { id: 1, method: "Nota.getListNota", params, authToken: user.token });
    expect(answer.error?.code).toBe(-32602);
  }
});

test("the sum of a list is that of the whole filter, on any page, and only on request", async () => {
  const user = await signInNewUser(wire);
  await insertNotas(
    wire,
    user.contaId,
    [..."12345"].map((cents) => inventNota({ valor: `100.0${cents}`, processado: cents === "5" })),
  );
  const sum = async (params: Params) => (await list({ somar: true, ...params }, user)).somaTotal;
  expect(await sum({})).toBe("500.15");
  expect(await sum({ currentPage: 2, pageSize: 2 })).toBe("500.15");
  expect(await sum({ searchFilter: { processadoErp: false } })).toBe("400.10");
  expect(await sum({ searchFilter: { texto: "nada disto" } })).toBe("0.00");
  expect(await list({ pageSize: 2 }, user)).not.toHaveProperty("somaTotal");
  expect(await list({ somar: true, pageSize: 2 }, user)).toMatchObject({ totalCount: 5, totalExato: true });
});

test("an unknown file format is refused", async () => {
  expect(await list({ createFileType: "ods" })).toMatchObject({ mensagem: MESSAGES.formatoNaoDisponivel });
  expect((await list({ createFileType: "" })).sucesso).toBe(true);
});
