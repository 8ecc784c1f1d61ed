import { describe, expect, test } from "vitest";
import { chipsOf as chipsIn, emptyFilterOf, type NameOf } from "../../../ui/filter/filter-design.ts";
import { defaultFilterOf, readList, searchFilterOf, writeList } from "../../../ui/filter/list-design.ts";
import { type ListFilter, type ListTab, NOTA_LISTS, summaryOf } from "./nota-filter.ts";
import { searchHref } from "./search-href.ts";

const LIST = NOTA_LISTS.E;
const TODAY = "2026-11-20";
const at = (query: string) => readList(LIST, new URLSearchParams(query));
const read = (query: string): ListFilter => at(query).filter;
const chipsOf = (filter: ListFilter, nameOf?: NameOf) => chipsIn(LIST, filter, nameOf);
const toSearchFilter = (filter: ListFilter, tab: ListTab, today: string) =>
  searchFilterOf(LIST, { filter, tab }, today);

/** A filter with a value in every field. */
const FULL_FILTER: ListFilter = {
  texto: "queijo & cia",
  chave: "3126",
  numero: "10..2000",
  serie: "1",
  erp: "sim",
  emissao: "2026-01-01..2026-01-31",
  encontrada: "2026-02-02..2026-02-03",
  vencimento: "2026-03-01..2026-03-02",
  criado: "2026-01-01T14:30..2026-02-01",
  recebido: "nao",
  conferido: "sim",
  tipos: ["NFe", "CTe"],
  finalidade: "4",
  uf: "SP",
  emitente: "12ABC34501DE35",
  nomeEmitente: "serra",
  destinatario: "52998224725",
  nomeDestinatario: "padaria",
  empresa: "01a1f883-9227-7237-a8c2-d4d895a8d711",
  valor: "100.50..",
  nfe: ["autorizada"],
  sefaz: ["cancelada", "nao-validada"],
  manifestacoes: [0, 3],
  situacao: "quarentena",
  vereditos: ["assinatura-invalida", "suspeita"],
  auditorStatus: [1, 3],
  auditorTipos: ["Evento"],
  terceiros: true,
};

describe("the filter in the URL of a list of notas", () => {
  test("a URL without parameters hides processed documents and shows 90 days", () => {
    expect(toSearchFilter(read(""), "repo", TODAY)).toEqual({
      processadoErp: false,
      emissaoDe: "2026-08-23",
    });
  });

  test("the divergences tab hides no divergence by a period, an emissão or the ERP flag", () => {
    const filter = read("tab=div");
    expect(toSearchFilter(filter, "div", TODAY)).toEqual({
      divergente: true,
      quarentena: false,
    });
  });

  test.each([
    ["situacao=quarentena", { quarentena: true }],
    ["situacao=divergente", { divergente: true, quarentena: false }],
    ["situacao=fora-de-quarentena", { quarentena: false }],
  ])("the URL parameter %s becomes the server condition %j", (query, asked) => {
    expect(toSearchFilter(read(`erp=todos&emissao=tudo&${query}`), "repo", TODAY)).toEqual(asked);
  });

  test("the divergences tab can select documents in quarantine", () => {
    const filter = read("tab=div&encontrada=tudo&situacao=quarentena");
    expect(toSearchFilter(filter, "div", TODAY)).toEqual({ divergente: true, quarentena: true });
  });

  test("a filter written to the URL is read back unchanged", () => {
    const filter = FULL_FILTER;
    const params = writeList(LIST, new URLSearchParams("ordem=emitente&page=4"), { filter });
    expect(read(params.toString())).toEqual(filter);
    expect(params.get("ordem")).toBe("emitente");
  });

  test("each field of the filter is sent to the server", () => {
    expect(toSearchFilter(FULL_FILTER, "repo", TODAY)).toEqual({
      texto: "queijo & cia",
      chaveAcesso: "3126",
      numeroDe: 10,
      numeroAte: 2000,
      serie: 1,
      processadoErp: true,
      emissaoDe: "2026-01-01",
      emissaoAte: "2026-01-31",
      divergenteDe: "2026-02-02",
      divergenteAte: "2026-02-03",
      vencimentoDe: "2026-03-01",
      vencimentoAte: "2026-03-02",
      criadoDe: "2026-01-01T14:30",
      criadoAte: "2026-02-01",
      recebido: false,
      conferido: true,
      tiposNota: ["NFe", "CTe"],
      finalidade: "4",
      uf: "SP",
      cnpjEmitente: "12ABC34501DE35",
      nomeEmitente: "serra",
      cnpjDestinatario: "52998224725",
      nomeDestinatario: "padaria",
      empresaId: "01a1f883-9227-7237-a8c2-d4d895a8d711",
      valorDe: "100.50",
      nfeStatus: "100,120,150",
      sefazStatus: "101,151,155,nenhum",
      manifestacao: [0, 3],
      quarentena: true,
      veredito: ["assinatura-invalida", "suspeita"],
      auditorStatus: [1, 3],
      auditorTipos: ["Evento"],
      incluirTerceiros: true,
    });
  });

  test("a finalidade restricts the filter to NF-e and NFC-e, since other documents use other codes", () => {
    expect(toSearchFilter(read("erp=todos&emissao=tudo&finalidade=4"), "repo", TODAY)).toEqual({
      finalidade: "4",
      tiposNota: ["NFe", "NFCe"],
    });
  });

  test("a changed filter resets the page, and default values are omitted from the URL", () => {
    const params = writeList(LIST, new URLSearchParams("page=4&uf=SP"), {
      filter: defaultFilterOf(LIST, "repo"),
    });
    expect(params.toString()).toBe("");
  });

  test("a filter without restrictions sends no condition to the server", () => {
    const params = writeList(LIST, new URLSearchParams(), { filter: emptyFilterOf(LIST) });
    expect(toSearchFilter(read(params.toString()), "repo", TODAY)).toEqual({});
  });

  test.each([
    ["uf=XX", "uf", ""],
    ["tipo=NFSe", "tipos", []],
    ["veredito=boa", "vereditos", []],
    ["veredito=ilegivel", "vereditos", []],
    ["terceiros=talvez", "terceiros", false],
    ["emissao=ontem", "emissao", "90d"],
    ["emissao=2026-02-30..2026-03-01", "emissao", "90d"],
    ["emissao=2026-03-02..2026-03-01", "emissao", "90d"],
    ["erp=talvez", "erp", "nao"],
    ["numero=20..10", "numero", ""],
    ["numero=dez..", "numero", ""],
    ["serie=-1", "serie", ""],
    ["valor=1.234..", "valor", ""],
    ["criado=2026-02-30..", "criado", ""],
    ["criado=2026-02-01T24:00..", "criado", ""],
    ["criado=2026-02-01T10:00..2026-02-01T09:00", "criado", ""],
    ["finalidade=9", "finalidade", ""],
    ["texto=%CC%81", "texto", ""],
    ["nome_emitente=%20%CC%81", "nomeEmitente", ""],
    ["texto=***", "texto", "***"],
    ["sefaz=talvez", "sefaz", []],
    ["manifestacao=7", "manifestacoes", []],
    ["situacao=boa", "situacao", ""],
    ["empresa=11222333000181", "empresa", ""],
  ] as const)("the invalid URL parameter %s is ignored", (query, campo, expected) => {
    expect(read(query)[campo]).toEqual(expected);
  });

  test("a CNPJ with its mask is accepted", () => {
    expect(toSearchFilter(read("emitente=12.abc.345/01de-35"), "repo", TODAY).cnpjEmitente).toBe(
      "12ABC34501DE35",
    );
  });
});

describe("the filter chips", () => {
  test("chips show the default filter too, since it hides documents", () => {
    expect(chipsOf(read("")).map(({ field: campo, value: valor }) => `${campo}: ${valor}`)).toEqual([
      "ERP: não processado",
      "Emissão: últimos 90 dias",
    ]);
  });

  test("chips show every active field, and each can be removed", () => {
    const chips = chipsOf(FULL_FILTER);
    expect(chips.map(({ field: campo, value: valor }) => `${campo}: ${valor}`)).toEqual([
      "Busca: queijo & cia",
      "Chave de acesso: 3126",
      "Número: 10 a 2.000",
      "Série: 1",
      "ERP: processado",
      "Emissão: 01/01/2026 a 31/01/2026",
      "Divergência: 02/02/2026 a 03/02/2026",
      "Vencimento: 01/03/2026 a 02/03/2026",
      "Chegada: 01/01/2026 14:30 a 01/02/2026",
      "Recebido: não",
      "Conferido: sim",
      "Tipo: NF-e, CT-e",
      "Finalidade: devolução",
      "UF: SP",
      "Emitente: 12.ABC.345/01DE-35",
      "Nome do emitente: serra",
      "Destinatário: 529.982.247-25",
      "Nome do destinatário: padaria",
      "Empresa: uma empresa",
      "Valor: a partir de R$\u00a0100,50",
      "Status NF-e: Autorizada",
      "Status SEFAZ: Cancelada, Não validado",
      "Manifestação: sem manifestação, não realizada",
      "Situação: em quarentena",
      "Veredito: Assinatura inválida, Suspeita",
      "Auditor: autorizada, cancelada",
      "Registro do auditor: evento",
      "Documentos: também de terceiros",
    ]);
    for (const { without: sem } of chips) expect(chipsOf(sem)).toHaveLength(chips.length - 1);
  });

  test("the company chip shows the name of the company with the given id", () => {
    const filter = read("erp=todos&emissao=tudo&empresa=01a1f883-9227-7237-a8c2-d4d895a8d711");
    const names: Record<string, string> = { "01a1f883-9227-7237-a8c2-d4d895a8d711": "Moinho da Serra" };
    expect(chipsOf(filter, (id) => names[id] ?? "")).toMatchObject([
      { field: "Empresa", value: "Moinho da Serra", without: { empresa: "" } },
    ]);
  });

  test("chips show the selected vereditos", () => {
    const filter = read("erp=todos&emissao=tudo&veredito=suspeita,sem-protocolo");
    expect(chipsOf(filter).map(({ field: campo, value: valor }) => `${campo}: ${valor}`)).toEqual([
      "Veredito: Sem protocolo, Suspeita",
    ]);
    expect(toSearchFilter(filter, "repo", TODAY)).toEqual({ veredito: ["sem-protocolo", "suspeita"] });
  });

  test("a chip shows that terceiros are included, and the server receives that condition", () => {
    const filter = read("erp=todos&emissao=tudo&terceiros=sim");
    expect(chipsOf(filter)).toMatchObject([
      { field: "Documentos", value: "também de terceiros", without: { terceiros: false } },
    ]);
    expect(toSearchFilter(filter, "repo", TODAY)).toEqual({ incluirTerceiros: true });
  });

  test("each chip holds the filter without its own field", () => {
    const [erp] = chipsOf(read("uf=SP"));
    expect(erp?.without).toMatchObject({ erp: "todos", uf: "SP", emissao: "90d" });
  });

  test("the chips form the short summary next to the previous and next links", () => {
    expect(summaryOf(read("uf=SP"))).toBe("não processado, 90 dias, SP");
  });
});

test("a text search ignores the default filter", () => {
  const url = new URL(searchHref(" 184220 "), "http://x");
  const filter = read(url.search);
  expect(toSearchFilter(filter, "repo", TODAY)).toEqual({ texto: "184220" });
});

test("a search for a complete chave includes documents of terceiros", () => {
  const chave = "31261127391485000148550010001842201600727477";
  const { searchParams } = new URL(searchHref(chave), "http://x");
  expect(toSearchFilter(read(searchParams.toString()), "repo", TODAY)).toEqual({
    texto: chave,
    incluirTerceiros: true,
  });
});

test.each([
  ["page=3", 3],
  ["", 1],
  ["page=0", 1],
  ["page=-2", 1],
  ["page=2.5", 1],
  ["page=abc", 1],
])("the URL parameter %j means page %i", (query, page) => {
  expect(at(query).page).toBe(page);
});

test("each tab of the list keeps its own page number", () => {
  const params = writeList(LIST, new URLSearchParams("tab=div&page=2"), { page: 3 });
  expect(at(params.toString()).page).toBe(3);
  params.delete("tab");
  expect(at(params.toString()).page).toBe(2);
});

test("the list accepts only the four sort orders of the specification", () => {
  expect(at("ordem=destinatario").sortOrder).toBe("destinatario");
  expect(at("ordem=valor").sortOrder).toBe("emissaoDesc");
  expect(writeList(LIST, new URLSearchParams("page=4"), { sortOrder: "emitente" }).toString()).toBe(
    "ordem=emitente",
  );
});
