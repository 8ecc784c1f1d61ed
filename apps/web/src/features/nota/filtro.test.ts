import { describe, expect, test } from "vitest";
import {
  buscaHref,
  clearFiltro,
  defaultFiltro,
  fichasOf,
  readFiltro,
  readOrdem,
  readPagina,
  resumoOf,
  toSearchFilter,
  writeFiltro,
  writeOrdem,
  writePagina,
} from "./filtro.ts";

const HOJE = "2026-11-20";
const read = (query: string) => readFiltro(new URLSearchParams(query), "repo");

describe("the filter of an address", () => {
  test("that says nothing hides what the ERP has and shows 90 days", () => {
    expect(toSearchFilter(read(""), "repo", HOJE)).toEqual({ processadoErp: false, emissaoDe: "2026-08-22" });
  });

  test("of the divergences shows a week, processed or not", () => {
    const filtro = readFiltro(new URLSearchParams(), "div");
    expect(toSearchFilter(filtro, "div", HOJE)).toEqual({ emissaoDe: "2026-11-13", divergente: true });
  });

  test("comes back as it was written", () => {
    const filtro = {
      ...clearFiltro(),
      erp: "sim" as const,
      recebido: "nao" as const,
      emissao: "2026-01-01..2026-01-31" as const,
      tipos: ["NFe", "CTe"] as const,
      vereditos: ["assinatura-invalida", "suspeita"] as const,
      uf: "SP",
      emitente: "12ABC34501DE35",
      quarentena: true,
      terceiros: true,
      texto: "queijo & cia",
    };
    const params = writeFiltro(new URLSearchParams("ordem=emitente&page=4"), filtro, "repo");
    expect(readFiltro(new URLSearchParams(params.toString()), "repo")).toEqual(filtro);
    expect(params.get("ordem")).toBe("emitente");
  });

  test("changed leads back to the first page, and a default is not written", () => {
    const params = writeFiltro(new URLSearchParams("page=4&uf=SP"), defaultFiltro("repo"), "repo");
    expect(params.toString()).toBe("");
  });

  test("without any restriction asks the server for everything", () => {
    const params = writeFiltro(new URLSearchParams(), clearFiltro(), "repo");
    expect(toSearchFilter(readFiltro(params, "repo"), "repo", HOJE)).toEqual({});
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
  ] as const)("%s means nothing, as if it were not there", (query, campo, expected) => {
    expect(read(query)[campo]).toEqual(expected);
  });

  test("a CNPJ may come with its mask", () => {
    expect(toSearchFilter(read("emitente=12.abc.345/01de-35"), "repo", HOJE).cnpjEmitente).toBe(
      "12ABC34501DE35",
    );
  });
});

describe("the chips", () => {
  test("show the default filter too, so that nobody thinks that documents vanished", () => {
    expect(fichasOf(read("")).map(({ campo, valor }) => `${campo}: ${valor}`)).toEqual([
      "ERP: não processado",
      "Emissão: últimos 90 dias",
    ]);
  });

  test("name the verdicts asked for", () => {
    const filtro = read("erp=todos&emissao=tudo&veredito=suspeita,sem-protocolo");
    expect(fichasOf(filtro).map(({ campo, valor }) => `${campo}: ${valor}`)).toEqual([
      "Veredito: Sem protocolo, Suspeita",
    ]);
    expect(toSearchFilter(filtro, "repo", HOJE)).toEqual({ veredito: ["sem-protocolo", "suspeita"] });
  });

  test("say that documents of others are in the list, and the server is asked for them", () => {
    const filtro = read("erp=todos&emissao=tudo&terceiros=sim");
    expect(fichasOf(filtro)).toMatchObject([
      { campo: "Documentos", valor: "também de terceiros", sem: { terceiros: false } },
    ]);
    expect(toSearchFilter(filtro, "repo", HOJE)).toEqual({ incluirTerceiros: true });
  });

  test("each lead to the filter without itself", () => {
    const [erp] = fichasOf(read("uf=SP"));
    expect(erp?.sem).toMatchObject({ erp: "todos", uf: "SP", emissao: "90d" });
  });

  test("give the few words of the walk", () => {
    expect(resumoOf(read("uf=SP"))).toBe("não processado, 90 dias, SP");
  });
});

test("a search looks past the default filter", () => {
  const url = new URL(buscaHref(" 184220 "), "http://x");
  const filtro = readFiltro(url.searchParams, "repo");
  expect(toSearchFilter(filtro, "repo", HOJE)).toEqual({ texto: "184220" });
});

test("a whole chave is looked for among documents of others too", () => {
  const chave = "31261127391485000148550010001842201600727477";
  const { searchParams } = new URL(buscaHref(chave), "http://x");
  expect(toSearchFilter(readFiltro(searchParams, "repo"), "repo", HOJE)).toEqual({
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
])("the page of %j is %i", (query, page) => {
  expect(readPagina(new URLSearchParams(query), "repo")).toBe(page);
});

test("each tab keeps its own page", () => {
  const params = writePagina(new URLSearchParams("page=2"), 3, "div");
  expect([readPagina(params, "repo"), readPagina(params, "div")]).toEqual([2, 3]);
});

test("an order is one of the four of the specification", () => {
  expect(readOrdem(new URLSearchParams("ordem=destinatario"))).toBe("destinatario");
  expect(readOrdem(new URLSearchParams("ordem=valor"))).toBe("emissaoDesc");
  expect(writeOrdem(new URLSearchParams("page=4"), "emitente").toString()).toBe("ordem=emitente");
});
