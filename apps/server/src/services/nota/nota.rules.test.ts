import { MINUTE_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import {
  checkFilter,
  isWholeDocumento,
  judgeAnswer,
  matchWithoutPattern,
  minutesToNextConsulta,
  patternOfName,
  readListSearch,
  readStatus,
  USER_CONSULTAS_MAX,
} from "./nota.rules.ts";

const CHAVE = "35261011444777000161550010000000011000000010";

describe("the text of a list search", () => {
  test.each([
    [CHAVE, { kind: "chave", chave: CHAVE }],
    [` ${CHAVE.replace(/(.{4})/g, "$1 ")}`, { kind: "chave", chave: CHAVE }],
    [CHAVE.slice(0, 43), { kind: "chave-parte", inicio: CHAVE.slice(0, 43) }],
    ["352610 12abc34501de35", { kind: "chave-parte", inicio: "35261012ABC34501DE35" }],
    ["3526 1011", { kind: "chave-parte", inicio: "35261011" }],
    ["3526 1011 4447 77", { kind: "chave-parte", inicio: "35261011444777" }],
    [
      "1000 0000 0110",
      {
        kind: "chave-trecho",
        trecho: "100000000110",
        lugares: [{ posicao: 24, numero: 1 }],
      },
    ],
    ["9999 9999", { kind: "numero", numero: 99_999_999, raiz: "99999999" }],
    ["11.444.777/0001-61", { kind: "documento", documento: "11444777000161" }],
    ["12.abc.345/01de-35", { kind: "documento", documento: "12ABC34501DE35" }],
    ["529.982.247-25", { kind: "documento", documento: "52998224725" }],
    ["11444777000162", { kind: "documento-parte", inicio: "11444777000162" }],
    ["1144477700", { kind: "documento-parte", inicio: "1144477700" }],
    ["11444777", { kind: "numero", numero: 11_444_777, raiz: "11444777" }],
    ["000123", { kind: "numero", numero: 123, raiz: null }],
    ["999999999", { kind: "numero", numero: 999_999_999, raiz: null }],
    ["Moinho 25", { kind: "nome", padrao: "%moinho%25%" }],
    ["D'Ávila & Cia", { kind: "nome", padrao: "%d'avila%&%cia%" }],
    ["--", { kind: "nome", padrao: "%--%" }],
    ["  ", null],
  ])("the search text %j is read as %j", (text, search) => {
    expect(readListSearch(text)).toEqual(search);
  });

  test("the wildcards of LIKE in a search text are escaped", () => {
    expect(patternOfName("100%_\\")).toBe("%100\\%\\_\\\\%");
  });

  test("accents without letters match nothing, a blank text matches everything", () => {
    expect([readListSearch(" \u0301"), matchWithoutPattern(" \u0301"), matchWithoutPattern(" ")]).toEqual([
      null,
      "FALSE",
      null,
    ]);
  });
});

test.each([
  ["12ABC34501DE35", true],
  ["52998224725", true],
  ["12345678000", false],
  ["1144477700", false],
])("the CNPJ or CPF %s is complete: %s", (clean, whole) => {
  expect(isWholeDocumento(clean)).toBe(whole);
});

describe("the filter by SEFAZ status", () => {
  test.each([
    ["100", { codigos: ["100"], ausente: false }],
    [" 100 , 150,", { codigos: ["100", "150"], ausente: false }],
    ["nenhum", { codigos: [], ausente: true }],
    ["101,nenhum", { codigos: ["101"], ausente: true }],
    [" , ", null],
  ])("the status filter %j is read as %j", (text, status) => {
    expect(readStatus(text)).toEqual(status);
  });
});

describe("the filter of the nota list", () => {
  test.each([
    {},
    { emissaoDe: "2026-01-01", emissaoAte: "2026-01-01" },
    { numeroDe: 1, numeroAte: 1 },
    { valorDe: "9,9", valorAte: "9.90" },
    { valorDe: "9", valorAte: "10" },
    { cnpjEmitente: "12.ABC.345/01DE-35", chaveAcesso: " " },
  ])("the filter %j is valid", (filter) => {
    expect(() => checkFilter(filter)).not.toThrow();
  });

  test.each([
    [{ emissaoDe: "2026-01-02", emissaoAte: "2026-01-01" }, "periodoInvertido", "searchFilter.emissaoAte"],
    [{ numeroDe: 2, numeroAte: 1 }, "faixaInvertida", "searchFilter.numeroAte"],
    [{ valorDe: "10", valorAte: "9" }, "faixaInvertida", "searchFilter.valorAte"],
    [{ cnpjEmitente: "11444777000161'" }, "filtroInvalido", "searchFilter.cnpjEmitente"],
    [{ chaveAcesso: `${CHAVE}1` }, "filtroInvalido", "searchFilter.chaveAcesso"],
  ])("the filter %j is refused with %s at %s", (filter, key, field) => {
    expect(() => checkFilter(filter)).toThrow(expect.objectContaining({ key, campo: field }));
  });
});

describe("whether SEFAZ's answer to a requested query has arrived", () => {
  const at = (minute: number | null): Date | null =>
    minute === null ? null : new Date(Date.UTC(2026, 10, 20, 10, minute));
  test.each([
    ["never asked, no status", null, null, null, null, "ainda-nao"],
    ["never asked by a person, answered by the watch", "100", null, 1, null, "sim"],
    ["asked, not answered", null, 5, null, null, "ainda-nao"],
    ["asked, answered before", "100", 5, 4, null, "ainda-nao"],
    ["asked, answered after", "100", 5, 6, null, "sim"],
    ["asked, answered in the same millisecond", "100", 5, 5, null, "sim"],
    ["asked, failed after", "100", 5, 4, 6, "falhou"],
    ["asked, failed before", "100", 5, 4, 4, "ainda-nao"],
    ["asked, failed, then answered", "100", 5, 7, 6, "sim"],
    ["never asked by a person, the watch failed", null, null, null, 3, "ainda-nao"],
  ] as const)(
    "whether the answer has arrived: %s",
    (_name, sefazStatus, requested, answered, failed, answer) => {
      const state = {
        sefazStatus,
        sefazPedidaEm: at(requested),
        sefazConsultadaEm: at(answered),
        sefazFalhouEm: at(failed),
      };
      expect(judgeAnswer(state)).toBe(answer);
    },
  );
});

describe("limit of queries about one document", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);
  const since = (...minutes: number[]): Date[] => minutes.map(ago);

  test("below the limit there is no delay", () => {
    expect(minutesToNextConsulta(since(50, 40, 30, 20, 10, 5, 1), now)).toBe(0);
  });

  test("at the limit, the delay ends when the oldest query is an hour old", () => {
    const askedAt = since(50, 40, 30, 20, 10, 5, 2, 1);
    expect(askedAt).toHaveLength(USER_CONSULTAS_MAX);
    expect(minutesToNextConsulta(askedAt, now)).toBe(10);
  });

  test("beyond the limit, the delay ends when fewer queries than the limit remain", () => {
    expect(minutesToNextConsulta(since(59, 58, 50, 40, 30, 20, 10, 5, 2, 1), now)).toBe(10);
  });
});
