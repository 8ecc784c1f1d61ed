import { gzipSync } from "node:zlib";
import type { Envelope, MethodName, ParamsOf, ResultOf } from "@malote/contract";
import { SUGGESTIONS_MAX } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertNotas, inventChave, inventNota, type NewNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";
import { insertAuditor, insertEmail } from "./insert-search-rows.ts";

type SearchResult = ResultOf<"Nota.globalSearchNota">["results"][number];
type Suggestion = ResultOf<"Autocomplete.getEmpresas">["results"][number];

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

describe("the global search", () => {
  let ana: SignedInUser;
  let target: NewNota;
  let issued: NewNota;
  let thirdParty: NewNota;
  let registro: string;
  let unlinkedRecord: string;
  const chave = inventChave(55_001, { documento: "12ABC34501DE35" });

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    const other = await signInNewUser(wire);
    target = inventNota({
      chave,
      numero: 55_001,
      emitente: "Água Límpida Ltda",
      cnpjEmitente: "12ABC34501DE35",
    });
    issued = inventNota({
      papel: "S",
      numero: 700,
      destinatario: "José D'Ávila",
      cnpjDestinatario: "52998224725",
    });
    thirdParty = inventNota({
      terceiros: true,
      numero: 55_001,
      emitente: "Água de Outros",
      cnpjEmitente: "33000167000101",
    });
    await insertNotas(wire, ana.contaId, [target, issued, thirdParty]);
    await insertNotas(wire, other.contaId, [inventNota({ ...target, id: crypto.randomUUID() })]);
    registro = await insertAuditor(wire, ana.contaId, {
      chave,
      numero: 55_001,
      cnpjEmitente: "12ABC34501DE35",
    });
    unlinkedRecord = await insertAuditor(wire, ana.contaId, { chave: inventChave(8_888), numero: 8_888 });
  });

  const search = async (searchKey: string, who = ana): Promise<SearchResult[]> => {
    const answer = await who.call("Nota.globalSearchNota", { searchKey });
    expect(answer.totalCount).toBe(answer.results?.length);
    return answer.results as SearchResult[];
  };
  const formatResult = ({ alvo: what, id, porque }: SearchResult): string => `${what} ${id} ${porque}`;

  test.each<[string, string, SearchResult["porque"]]>([
    ["the key", chave, "chave"],
    ["the key in groups, in small letters", chave.replace(/(.{4})/g, "$1 ").toLowerCase(), "chave"],
    ["how the key begins", chave.slice(0, 20), "chave"],
    ["the first ten characters of the key, in groups", `${chave.slice(0, 4)} ${chave.slice(4, 10)}`, "chave"],
    ["the first digits of the key, which no number has", chave.slice(0, 8), "chave"],
    ["how the number begins", "5500", "numero"],
    ["the number", "55001", "numero"],
    ["the number with a point", " 55.001 ", "numero"],
    ["the CNPJ with its mask", "12.ABC.345/01DE-35", "documento"],
    ["how the CNPJ begins", "12.abc", "documento"],
    ["a piece of the name, without accents", "agua limp", "nome"],
  ])("the search finds a nota by %s, together with its auditor record", async (_how, searchKey, porque) => {
    expect((await search(searchKey)).map(formatResult)).toEqual([
      `nota ${target.id} ${porque}`,
      `auditor ${registro} registro`,
    ]);
  });

  test("the search finds a nota by groups inside its key, and by its value", async () => {
    const bia = await signInNewUser(wire);
    const [nota] = await insertNotas(wire, bia.contaId, [
      inventNota({ chave: inventChave(55_002), numero: 55_002, valor: "1234.56" }),
      inventNota({ numero: 55_003, valor: "1234.57" }),
    ]);
    const inside = inventChave(55_002)
      .slice(16, 40)
      .replace(/(.{4})(?=.)/g, "$1 ");
    expect((await search(inside, bia)).map(formatResult)).toEqual([`nota ${nota?.id} chave`]);
    for (const text of ["1.234,56", "R$ 1234,56", "valor:1234,56"]) {
      expect((await search(text, bia)).map(formatResult)).toEqual([`nota ${nota?.id} valor`]);
    }
    // A range is a question to the list.
    expect(await search("valor:>1000", bia)).toEqual([]);
  });

  test.each([
    ["the CPF", "529.982.247-25"],
    ["how the CPF begins", "5299"],
    ["the recipient's name", "d'avila"],
  ])("the search finds an issued nota by %s", async (_how, searchKey) => {
    expect(await search(searchKey)).toMatchObject([
      { alvo: "nota", id: issued.id, type: "S", notaId: issued.id },
    ]);
  });

  test("the search ranks the exact number before longer numbers, and the list finds both", async () => {
    const rui = await signInNewUser(wire);
    const made = await insertNotas(
      wire,
      rui.contaId,
      [4_567, 45_678, 456, 1_456].map((numero) => inventNota({ numero })),
    );
    const [longer, longest, exact] = made.map(({ id }) => id);
    const found = (await search("456", rui)).map(({ id }) => id);
    expect(found[0]).toBe(exact);
    expect(found.slice(1).toSorted()).toEqual([longer, longest].toSorted());
    const { results } = await rui.call("Nota.getListNota", { searchFilter: { texto: "456" } });
    expect((results as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(found.toSorted());
    const { results: short } = await rui.call("Nota.getListNota", { searchFilter: { texto: "45" } });
    expect(short).toEqual([]);
  });

  test("the operators of a search restrict the list together, each alone, and with a name", async () => {
    const eva = await signInNewUser(wire);
    const day = (days: number): string =>
      new Date(wire.clock.now().getTime() - days * 24 * HOUR_MS).toISOString();
    const [hit, cheap, old, mixed] = await insertNotas(wire, eva.contaId, [
      inventNota({
        numero: 1,
        emitente: "Vinícola Pedra",
        cnpjEmitente: "99846772000106",
        valor: "2000.00",
        emissao: day(1),
        ufEmitente: "RS",
      }),
      inventNota({
        numero: 2,
        emitente: "Vinícola Pedra",
        cnpjEmitente: "99846772000106",
        valor: "10.00",
        emissao: day(1),
        ufEmitente: "RS",
      }),
      inventNota({
        numero: 3,
        emitente: "Vinícola Pedra",
        cnpjEmitente: "99846772000106",
        valor: "2000.00",
        emissao: day(80),
        ufEmitente: "RS",
      }),
      inventNota({
        numero: 4,
        emitente: "Outra Casa",
        cnpjEmitente: "11444777000161",
        valor: "3000.00",
        emissao: day(2),
        ufEmitente: "SP",
      }),
    ]);
    const found = async (texto: string): Promise<string[]> => {
      const { results } = await eva.call("Nota.getListNota", { entradaSaida: "E", searchFilter: { texto } });
      return (results as { id: string }[]).map(({ id }) => id);
    };
    const ids = (...notas: (NewNota | undefined)[]) => notas.map((nota) => nota?.id);
    expect((await found("de:pedra")).toSorted()).toEqual(ids(hit, cheap, old).toSorted());
    expect(await found("de:pedra valor:>1000 emissao:7d")).toEqual(ids(hit));
    expect(await found("emissao:7d valor:>1000")).toEqual(expect.arrayContaining(ids(hit, mixed)));
    expect(await found("pedra valor:<100")).toEqual(ids(cheap));
    expect(await found('de:"vinicola pedra" uf:rs emissao:..7d')).not.toContain(mixed?.id);
    expect(await found("uf:SP")).toEqual(ids(mixed));
    expect(await found("situacao:processada")).toEqual([]);
    expect(await found("situacao:aberta tipo:nfe")).toHaveLength(4);
    // They are the list's: the search by key, number or name finds none.
    expect(await search("de:pedra", eva)).toEqual([]);
  });

  test("a search result carries the fields that identify it", async () => {
    const [nota, auditor] = await search(chave);
    expect(nota).toEqual({
      ...{
        alvo: "nota",
        id: target.id,
        type: "E",
        notaId: target.id,
        porque: "chave",
        tipoNota: "NFe",
        chaveAcesso: chave,
      },
      ...{
        numeroNota: "55001",
        serieNota: "1",
        dataEmissao: "2026-10-15T12:00:00.000Z",
        valorTotal: "100.00",
      },
      ...{
        nomeEmitente: target.emitente,
        cnpjEmitente: target.cnpjEmitente,
        nomeDestinatario: target.destinatario,
      },
    });
    expect(auditor).toMatchObject({ alvo: "auditor", id: registro, type: "E", notaId: target.id });
    expect(await search("8888")).toMatchObject([
      { alvo: "auditor", id: unlinkedRecord, type: null, notaId: null },
    ]);
  });

  test("notas of third parties are found by their whole chave only", async () => {
    expect((await search(thirdParty.chave)).map(formatResult)).toEqual([`nota ${thirdParty.id} chave`]);
    expect(await search("agua de outros")).toEqual([]);
  });

  test.each(["ab", "  12  ", "", "é1"])("the search refuses %j as too short", async (searchKey) => {
    expect(await ana.call("Nota.globalSearchNota", { searchKey })).toMatchObject({
      sucesso: false,
      mensagem: "Digite ao menos 3 caracteres.",
      erros: [{ campo: "searchKey" }],
    });
  });

  test.each(["' OR 1=1 --", "%%%", "___", "\\\\\\", "\ud800abc"])(
    "the search treats %j as plain text",
    async (searchKey) => {
      expect(await search(searchKey)).toEqual([]);
    },
  );

  test("the search returns at most the newest twenty of each kind, each once, for few matches or hundreds", async () => {
    const eva = await signInNewUser(wire);
    const made = await insertNotas(
      wire,
      eva.contaId,
      Array.from({ length: 620 }, (_, n) =>
        inventNota({
          ...{
            numero: n < 30 ? 444 : 10_000 + n,
            emissao: new Date(Date.UTC(2026, 0, 1) + n * HOUR_MS).toISOString(),
          },
          // Every emitente is a participante; all share one destinatario.
          ...{
            emitente: `Loja ${n}`,
            cnpjEmitente: String(44_400_000_000_000 + (n % 600)),
            destinatario: "Loja Nossa",
          },
        }),
      ),
    );
    const newest = made.toReversed().slice(0, SUGGESTIONS_MAX);
    const ids = (foundItems: SearchResult[], porque: string) =>
      foundItems.filter((a) => a.porque === porque).map((a) => a.id);
    expect(ids(await search("loja", eva), "nome")).toEqual(newest.map(({ id }) => id));
    expect(ids(await search("loja 597", eva), "nome")).toEqual([made[597]?.id]);
    const digits = await search("444", eva);
    expect(ids(digits, "numero")).toEqual(
      made
        .slice(0, 30)
        .toReversed()
        .slice(0, SUGGESTIONS_MAX)
        .map(({ id }) => id),
    );
    expect(ids(digits, "documento")).toEqual(newest.map(({ id }) => id));
    expect(new Set(digits.map(({ id }) => id)).size).toBe(digits.length);
  });
});

describe("the divergence lists", () => {
  let ana: SignedInUser;
  const cnpjs = ["11222333000181", "11222333000262"];
  let notas: NewNota[];

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    const [a, b] = await Promise.all(cnpjs.map((cnpj) => wire.createEmpresa(ana.contaId, { cnpj })));
    const CANCELLED = { sefazStatus: "101", nfeStatus: "100" };
    notas = await insertNotas(wire, ana.contaId, [
      // The first two were found on 31 October in São Paulo.
      inventNota({
        ...CANCELLED,
        ...{ emissao: "2026-01-02T03:00:00Z", alteradoEm: "2026-10-31T03:00:00Z" },
        empresaId: a?.empresaId ?? null,
      }),
      inventNota({
        ...CANCELLED,
        ...{ emissao: "2026-02-03T03:00:00Z", alteradoEm: "2026-11-01T02:59:59.999Z" },
        empresaId: b?.empresaId ?? null,
        tipoNota: "CTe",
      }),
      inventNota({
        ...CANCELLED,
        ...{ emissao: "2026-10-31T12:00:00Z", alteradoEm: "2026-11-01T03:00:00Z" },
        papel: "S",
        empresaId: a?.empresaId ?? null,
      }),
      inventNota({ ...CANCELLED, quarentena: true }),
      inventNota({ ...CANCELLED, terceiros: true }),
      inventNota({ sefazStatus: null }),
      inventNota({ sefazStatus: "100", nfeStatus: "150" }),
    ]);
  });

  const NO_COUNTS = { NFe: 0, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 };
  const foundDay = { de: "2026-10-31", ate: "2026-10-31" };

  test.each<[ParamsOf<"Nota.getNumeroDivergencias">, number[], object]>([
    [{}, [2, 1, 0], { NFe: 2, CTe: 1 }],
    [{ entradaSaida: "E" }, [1, 0], { NFe: 1, CTe: 1 }],
    [{ entradaSaida: "S" }, [2], { NFe: 1 }],
    [{ searchDateRange: foundDay }, [1, 0], { NFe: 1, CTe: 1 }],
    [{ searchDateRange: null, searchCnpjCpfEmpresa: null }, [2, 1, 0], { NFe: 2, CTe: 1 }],
    [{ searchCnpjCpfEmpresa: "11.222.333/0001-81" }, [2, 0], { NFe: 2 }],
    [{ searchCnpjCpfEmpresa: cnpjs[1], searchDateRange: foundDay, entradaSaida: "E" }, [1], { CTe: 1 }],
    [{ searchCnpjCpfEmpresa: "11444777000161" }, [], {}],
    [{ searchDateRange: { de: "2026-10-30", ate: "2026-10-30" } }, [], {}],
  ])("divergences for %j are counted by type and listed newest first", async (request, wanted, byType) => {
    const counted = await ana.call("Nota.getNumeroDivergencias", request);
    expect(counted).toMatchObject({ totalCount: wanted.length, object: { ...NO_COUNTS, ...byType } });
    const listed = await ana.call("Nota.getNotasDivergentes", request);
    expect((listed.results as { id: string }[]).map(({ id }) => id)).toEqual(wanted.map((n) => notas[n]?.id));
    expect(listed.totalCount).toBe(wanted.length);
  });

  test("the nota list filtered by the day of divergence finds the same notas", async () => {
    const searchFilter = { divergenteDe: foundDay.de, divergenteAte: foundDay.ate };
    const { results, totalCount } = await ana.call("Nota.getListNota", { searchFilter });
    expect((results as { id: string }[]).map(({ id }) => id)).toEqual([notas[1]?.id, notas[0]?.id]);
    expect(totalCount).toBe(2);
    const backwards = { divergenteDe: foundDay.ate, divergenteAte: "2026-10-30" };
    expect(await ana.call("Nota.getListNota", { searchFilter: backwards })).toMatchObject({
      sucesso: false,
      erros: [{ campo: "searchFilter.divergenteAte" }],
    });
  });

  test("divergences are listed in pages", async () => {
    const page = await ana.call("Nota.getNotasDivergentes", {
      currentPage: 2,
      pageSize: 2,
      listSearchOrder: "emissaoAsc",
    });
    expect(page).toMatchObject({ results: [{ id: notas[2]?.id }], totalCount: 3 });
  });

  test("a reversed date range is refused at its end", async () => {
    const searchDateRange = { de: "2026-10-31", ate: "2026-10-30" };
    for (const method of ["Nota.getNumeroDivergencias", "Nota.getNotasDivergentes"] as const) {
      expect(await ana.call(method, { searchDateRange })).toMatchObject({
        sucesso: false,
        erros: [{ campo: "searchDateRange.ate" }],
      });
    }
  });
});

describe("Nota.getNotaJson", () => {
  const XML =
    '<nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><NFe><infNFe Id="NFe1"><det nItem="1"><vProd>007.10</vProd></det><det nItem="2"/>' +
    "</infNFe><Signature><X>a</X></Signature></NFe><__proto__><x>1</x></__proto__></nfeProc>";

  test("Nota.getNotaJson returns every tag and attribute of the stored XML", async () => {
    const ana = await signInNewUser(wire);
    const [nota] = await insertNotas(wire, ana.contaId, [inventNota()]);
    await wire.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [
      ana.contaId,
      gzipSync(XML),
    ]);
    const { object } = await ana.call("Nota.getNotaJson", { id: nota?.id ?? "" });
    expect(JSON.stringify(object)).toBe(
      JSON.stringify({
        nfeProc: {
          "@xmlns": "http://www.portalfiscal.inf.br/nfe",
          "@versao": "4.00",
          NFe: {
            infNFe: { "@Id": "NFe1", det: [{ "@nItem": "1", vProd: "007.10" }, { "@nItem": "2" }] },
            Signature: { X: "a" },
          },
          ["__proto__"]: { x: "1" },
        },
      }),
    );
  });

  test("Nota.getNotaJson answers alike for a nota of another conta and for an unknown id", async () => {
    const [ana, other] = [await signInNewUser(wire), await signInNewUser(wire)];
    const [nota] = await insertNotas(wire, other.contaId, [inventNota()]);
    const answers = await Promise.all(
      [nota?.id ?? "", crypto.randomUUID()].map((id) => ana.call("Nota.getNotaJson", { id })),
    );
    expect(answers[0]).toMatchObject({ sucesso: false });
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe("suggestions", () => {
  let ana: SignedInUser;

  const suggest = async (method: MethodName, searchKey: string): Promise<Suggestion[]> => {
    const answer: Envelope = await ana.call(method as "Autocomplete.getEmpresas", { searchKey });
    return answer.results as Suggestion[];
  };
  const listValues = async (method: MethodName, searchKey: string): Promise<string[]> =>
    (await suggest(method, searchKey)).map(({ valor }) => valor);

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    const other = await signInNewUser(wire);
    await wire.createEmpresa(ana.contaId, { nome: "Padaria Ação", cnpj: "11222333000181" });
    await wire.createEmpresa(ana.contaId, { nome: "Açougue Boi", cnpj: "33444555000166" });
    await insertNotas(wire, ana.contaId, [
      inventNota({ emitente: "Água Límpida", cnpjEmitente: "12ABC34501DE35", destinatario: "Padaria Ação" }),
      ...Array.from({ length: 25 }, (_, n) =>
        inventNota({ emitente: `Zebra ${n + 10}`, cnpjEmitente: String(77_000_000_000_100 + n) }),
      ),
    ]);
    for (const [remetente, nome] of [
      ["Fiscal@Moinho.test", null],
      ["fiscal@moinho.test", "José do Moinho"],
      ["joão@padaria.test", null],
      ["", null],
    ] as const) {
      await insertEmail(wire, ana.contaId, { remetente, nome });
    }
    await insertEmail(wire, ana.contaId, { remetente: "arquivo@enviado.test", importado: true });
    await insertEmail(wire, other.contaId, { remetente: "vizinho@moinho.test" });
  });

  test("companies are suggested by name or beginning of the CNPJ, in order of name", async () => {
    const allCnpjs = ["33444555000166", "11222333000181"];
    expect(await listValues("Autocomplete.getEmpresas", "")).toEqual(allCnpjs);
    expect(await listValues("Autocomplete.getEmpresas", "ACAO")).toEqual(["11222333000181"]);
    expect(await suggest("Autocomplete.getEmpresas", "33.444")).toEqual([
      { valor: "33444555000166", rotulo: "Açougue Boi", detalhe: "33.444.555/0001-66" },
    ]);
    expect(await listValues("Autocomplete.getEmpresas", "xyz")).toEqual([]);
  });

  test("participantes are suggested by name or CNPJ, at most twenty, in order of name", async () => {
    expect(await listValues("Autocomplete.getParticipantes", "limpida")).toEqual(["12ABC34501DE35"]);
    expect(await suggest("Autocomplete.getParticipantes", "12.abc.3")).toEqual([
      { valor: "12ABC34501DE35", rotulo: "Água Límpida", detalhe: "12.ABC.345/01DE-35" },
    ]);
    expect(await listValues("Autocomplete.getParticipantes", "zebra")).toHaveLength(SUGGESTIONS_MAX);
    const first = await suggest("Autocomplete.getParticipantes", " ");
    expect(first).toHaveLength(SUGGESTIONS_MAX);
    expect(first[0]?.rotulo).toBe("Água Límpida");
  });

  test("each sender address is suggested once, under its latest name", async () => {
    expect(await suggest("Autocomplete.getRemetentes", "")).toEqual([
      { valor: "fiscal@moinho.test", rotulo: "José do Moinho", detalhe: "fiscal@moinho.test" },
      { valor: "joão@padaria.test", rotulo: "joão@padaria.test", detalhe: null },
    ]);
    expect(await listValues("Autocomplete.getRemetentes", "JOSE")).toEqual(["fiscal@moinho.test"]);
    expect(await listValues("Autocomplete.getRemetentes", "joao@")).toEqual(["joão@padaria.test"]);
    expect(await listValues("Autocomplete.getRemetentes", "%")).toEqual([]);
  });

  test("users who are not deleted are suggested by any of their names", async () => {
    const bia = await wire.createUsuario(ana.contaId, { nomeUsuario: "bia", administrador: false });
    const some = await suggest("Autocomplete.getUsuarios", "BIA");
    expect(some).toEqual([{ valor: bia.usuarioId, rotulo: "Ana de Teste", detalhe: "bia" }]);
    await wire.asOwner("UPDATE usuario SET excluido_em = now() WHERE id = $1", [bia.usuarioId]);
    expect(await listValues("Autocomplete.getUsuarios", "bia")).toEqual([]);
    expect(await listValues("Autocomplete.getUsuarios", "teste")).toEqual([ana.usuarioId]);
  });
});
