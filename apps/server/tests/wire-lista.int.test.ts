import type { Envelope, ParamsOf } from "@malote/contract";
import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, rpc } from "./wire.ts";
import type { NotaNova } from "./wire-notas.ts";
import { insertNotas, inventChave, inventNota } from "./wire-notas.ts";

type Filtro = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;
type Params = ParamsOf<"Nota.getListNota">;

let wire: Wire;
let ana: Pessoa;
let outra: Pessoa;
let comum: NotaNova;
let alvo: NotaNova;

// `alvo` differs from `comum` in every field that a filter can name.
beforeAll(async () => {
  wire = await createWire();
  ana = await enter(wire);
  outra = await enter(wire);
  comum = inventNota({ emissao: "2026-10-15T12:00:00Z", numero: 5 });
  alvo = inventNota({
    tipoNota: "CTe",
    numero: 90_000_001,
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
  await insertNotas(wire, ana.contaId, [comum, alvo]);
  await insertNotas(wire, outra.contaId, [inventNota({ ...alvo, id: newId() })]);
});
afterAll(() => wire.dispose());

async function list(params: Params, who = ana): Promise<Envelope & { ids: string[] }> {
  const answer = await who.call("Nota.getListNota", params);
  const results = (answer.results ?? []) as { id: string }[];
  return { ...answer, ids: results.map((row) => row.id) };
}

const CASOS: [string, (a: NotaNova) => Filtro][] = [
  ["texto: key", (a) => ({ texto: a.chave })],
  ["texto: key in groups", (a) => ({ texto: a.chave.replace(/(.{4})/g, "$1 ") })],
  ["texto: number", (a) => ({ texto: ` ${a.numero} ` })],
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

test.each(CASOS)("the filter %s finds only the matching nota", async (_name, write) => {
  const filtro = write(alvo);
  const { ids, totalCount } = await list({ entradaSaida: "E", searchFilter: filtro });
  expect([ids, totalCount]).toEqual([[alvo.id], 1]);
});

test.each<[string, Filtro]>([
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
  expect((await list({ entradaSaida: "E", searchFilter })).ids).toEqual([comum.id]);
});

test.each<[string, Filtro]>([
  ["none", {}],
  ["null", null as unknown as Filtro],
  [
    "a blank text",
    { texto: "  ", cnpjEmitente: "", nomeEmitente: " ", chaveAcesso: "", nfeStatus: " ", finalidade: "" },
  ],
])("a filter of %s restricts nothing", async (_name, searchFilter) => {
  expect((await list({ searchFilter })).ids.toSorted()).toEqual([comum.id, alvo.id].toSorted());
});

test.each<[string, Filtro]>([
  ["an apostrophe", { texto: "' OR 1=1 --" }],
  ["a statement", { nomeEmitente: "x'); DELETE FROM nota; --" }],
  ["a backslash", { texto: "\\" }],
  ["a quoted status", { nfeStatus: "100','101" }],
  ["an unknown key", { texto: inventChave(77) }],
  ["half a character", { texto: "\ud800abc" }],
  ["a text in place of a finalidade", { finalidade: "1 OR 1=1" }],
])("%s in a filter is only text, and finds nothing", async (_name, searchFilter) => {
  expect(await list({ searchFilter })).toMatchObject({ sucesso: true, ids: [], totalCount: 0 });
  expect((await list({})).totalCount).toBe(2);
});

test.each<[string, Filtro, string, keyof typeof MENSAGENS]>([
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
])("%s is refused with its field", async (_name, searchFilter, campo, key) => {
  expect(await list({ searchFilter })).toMatchObject({
    sucesso: false,
    erros: [{ campo: `searchFilter.${campo}`, mensagem: MENSAGENS[key] }],
  });
});

test("a day filter uses the conta's time zone: one instant is Sunday in Acre and Monday in Recife", async () => {
  const acre = await enter(wire, { uf: "AC" });
  const noronha = await enter(wire, { uf: "PE" });
  for (const [who, dia] of [
    [acre, "2026-11-01"],
    [noronha, "2026-11-02"],
  ] as const) {
    const [nota] = await insertNotas(wire, who.contaId, [inventNota({ emissao: "2026-11-02T04:30:00Z" })]);
    const { ids } = await list({ searchFilter: { emissaoDe: dia, emissaoAte: dia } }, who);
    expect(ids).toEqual([nota?.id]);
  }
});

test("a row of the list has the names, money and dates of the contract", async () => {
  const { results } = await list({ searchFilter: { texto: alvo.chave } });
  expect(results?.[0]).toEqual({
    id: alvo.id,
    tipoNota: "CTe",
    chaveAcesso: alvo.chave,
    numeroNota: "90000001",
    serieNota: "7",
    dataEmissao: "2026-10-31T23:30:00.000Z",
    valorTotal: "250.10",
    nomeEmitente: alvo.emitente,
    cnpjEmitente: alvo.cnpjEmitente,
    ufEmitente: "RS",
    nomeDestinatario: alvo.destinatario,
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
  const pessoa = await enter(wire);
  const [semSefaz, semProtocolo, igual, cancelada] = await insertNotas(wire, pessoa.contaId, [
    inventNota({ sefazStatus: null }),
    inventNota({ nfeStatus: null }),
    inventNota({ nfeStatus: "150" }),
    inventNota({ sefazStatus: "101" }),
  ]);
  const ids = async (searchFilter: Filtro): Promise<string[]> =>
    (await list({ searchFilter }, pessoa)).ids.toSorted();
  expect(await ids({ divergente: true })).toEqual([cancelada?.id]);
  expect(await ids({ divergente: false })).toEqual([semSefaz?.id, semProtocolo?.id, igual?.id].toSorted());
  expect(await ids({ sefazStatus: "nenhum" })).toEqual([semSefaz?.id]);
  expect(await ids({ nfeStatus: "nenhum,150" })).toEqual([semProtocolo?.id, igual?.id].toSorted());
});

test("lists notas of third parties only on request, quarantined ones always", async () => {
  const pessoa = await enter(wire);
  const [nossa, alheia, presa] = await insertNotas(wire, pessoa.contaId, [
    inventNota(),
    inventNota({ terceiros: true }),
    inventNota({ quarentena: true, veredito: "suspeita" }),
  ]);
  const ids = async (searchFilter: Filtro): Promise<string[]> =>
    (await list({ searchFilter }, pessoa)).ids.toSorted();
  expect(await ids({})).toEqual([nossa?.id, presa?.id].toSorted());
  expect(await ids({ incluirTerceiros: false })).toEqual([nossa?.id, presa?.id].toSorted());
  expect(await ids({ incluirTerceiros: true })).toEqual([nossa?.id, alheia?.id, presa?.id].toSorted());
  expect(await ids({ quarentena: true })).toEqual([presa?.id]);
  expect(await ids({ quarentena: false })).toEqual([nossa?.id]);
  expect(await ids({ veredito: ["suspeita", "assinatura-invalida"] })).toEqual([presa?.id]);
  expect(await ids({ veredito: ["integra"] })).toEqual([nossa?.id]);
});

test("the badge counts unprocessed received NF-e and CT-e, without third parties and quarantine", async () => {
  const pessoa = await enter(wire);
  await insertNotas(wire, pessoa.contaId, [
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
  expect(await pessoa.call("Nota.getNotasEntradaEmAberto", {})).toMatchObject({
    totalCount: 3,
    object: { NFe: 2, CTe: 1, CTeOS: 1 },
  });
});

test.each([
  [
    "emissaoDesc",
    ["E", "S"],
    (a: NotaNova, b: NotaNova) => b.emissao.localeCompare(a.emissao) || compare(b.id, a.id),
  ],
  [
    "emissaoAsc",
    ["E"],
    (a: NotaNova, b: NotaNova) => a.emissao.localeCompare(b.emissao) || compare(a.id, b.id),
  ],
  [
    "emitente",
    ["S"],
    (a: NotaNova, b: NotaNova) => compare(plain(a.emitente), plain(b.emitente)) || compare(a.id, b.id),
  ],
  [
    "destinatario",
    ["E", "S"],
    (a: NotaNova, b: NotaNova) =>
      compare(plain(a.destinatario), plain(b.destinatario)) || compare(a.id, b.id),
  ],
] as const)(
  "the pages in order %s over %j contain each row of the list once",
  async (ordem, papeis, order) => {
    const pessoa = await enter(wire);
    const nomes = ["Zeta", "ágil", "Alfa", "Água", "beta"];
    const todas = await insertNotas(
      wire,
      pessoa.contaId,
      Array.from({ length: 47 }, (_, n) =>
        inventNota({
          papel: n % 3 === 0 ? "S" : "E",
          emissao: `2026-10-${String(10 + (n % 4))}T12:00:00Z`,
          emitente: nomes[n % 5] ?? "",
          destinatario: nomes[(n * 2) % 5] ?? "",
        }),
      ),
    );
    const esperadas = todas
      .filter((nota) => (papeis as readonly string[]).includes(nota.papel))
      .toSorted(order);
    const seen: string[] = [];
    const papel = papeis.length === 1 ? { entradaSaida: papeis[0] } : {};
    for (let currentPage = 1; currentPage <= 8; currentPage += 1) {
      const page = await list({ ...papel, listSearchOrder: ordem, currentPage, pageSize: 7 }, pessoa);
      expect(page.totalCount).toBe(esperadas.length);
      seen.push(...page.ids);
    }
    expect(seen).toEqual(esperadas.map((nota) => nota.id));
  },
);

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

test("a page has 20 rows by default and at most 200; beyond 10 000 rows a narrower filter is required", async () => {
  const pessoa = await enter(wire);
  await insertNotas(
    wire,
    pessoa.contaId,
    Array.from({ length: 21 }, () => inventNota()),
  );
  expect((await list({}, pessoa)).ids).toHaveLength(20);
  expect(await list({ currentPage: 2 }, pessoa)).toMatchObject({ totalCount: 21, totalExato: true });
  expect((await list({ pageSize: 200 }, pessoa)).ids).toHaveLength(21);
  expect((await list({ currentPage: 50, pageSize: 200 }, pessoa)).sucesso).toBe(true);
  expect(await list({ currentPage: 51, pageSize: 200 }, pessoa)).toMatchObject({
    sucesso: false,
    mensagem: "A lista mostra até 10.000 documentos. Use um filtro mais específico.",
  });
  for (const params of [{ pageSize: 201 }, { pageSize: 0 }, { currentPage: 0 }, { currentPage: 1.5 }]) {
    const answer = await rpc(wire, { id: 1, method: "Nota.getListNota", params, authToken: pessoa.token });
    expect(answer.error?.code).toBe(-32602);
  }
});

test("refuses an unknown file format", async () => {
  expect(await list({ createFileType: "ods" })).toMatchObject({ mensagem: MENSAGENS.formatoNaoDisponivel });
  expect((await list({ createFileType: "" })).sucesso).toBe(true);
});
