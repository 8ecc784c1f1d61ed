import { describe, expect, test } from "vitest";
import { abbreviationOfModelo, describeModelo, ID_PREFIXES, KNOWN_MODELOS } from "./modelo.ts";
import { MODELOS } from "./modelos.ts";
import {
  DISTRIBUIDORES,
  FAMILIES,
  familyOfModelo,
  isModelo,
  recordOf,
  TIPOS_DISTRIBUIDOS,
  TIPOS_EM_ABERTO,
  TIPOS_NO_BADGE,
  TIPOS_NOTA,
  tipoNotaOfModelo,
  tiposWith,
} from "./tipo-nota.ts";

describe("the table of document types", () => {
  test("no model has two rows, nor is it also among the models that are not read", () => {
    expect(KNOWN_MODELOS.toSorted()).toEqual([...new Set(KNOWN_MODELOS)].toSorted());
  });

  test("types are listed in the order of the lists and charts", () => {
    expect(TIPOS_NOTA).toEqual(["NFe", "CTe", "CTeOS", "MDFe", "NFCe"]);
    expect(FAMILIES).toEqual(["nfe", "cte", "mdfe"]);
  });

  test("SEFAZ distributes NF-e, CT-e and CT-e OS, in two lists, each named by one of its types", () => {
    expect(TIPOS_DISTRIBUIDOS).toEqual(["NFe", "CTe", "CTeOS"]);
    expect(DISTRIBUIDORES).toEqual(["NFe", "CTe"]);
    for (const distribuidor of DISTRIBUIDORES) expect(MODELOS[distribuidor].distribuicao).toBe(distribuidor);
  });

  test("the badge counts NF-e and CT-e; CT-e OS is counted beside it", () => {
    expect(TIPOS_NO_BADGE).toEqual(["NFe", "CTe"]);
    expect(TIPOS_EM_ABERTO).toEqual(["NFe", "CTe", "CTeOS"]);
  });

  test("only an NF-e accepts a manifestação", () => {
    expect(tiposWith("manifestacao", true)).toEqual(["NFe"]);
  });

  test("the printed forms of two types have different file names", () => {
    const names = TIPOS_NOTA.map((tipo) => MODELOS[tipo].printedForm.arquivo);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("a model of two digits", () => {
  test.each(TIPOS_NOTA)("leads to the row of %s", (tipo) => {
    const { modelo, family, sigla } = MODELOS[tipo];
    expect(tipoNotaOfModelo(modelo)).toBe(tipo);
    expect(isModelo(modelo)).toBe(true);
    expect(familyOfModelo(modelo)).toBe(family);
    expect(abbreviationOfModelo(modelo)).toBe(sigla);
  });

  test.each(["62", "59", "00", "", "constructor", "toString"])("is not stored as a nota: «%s»", (modelo) => {
    expect(tipoNotaOfModelo(modelo)).toBeNull();
    expect(isModelo(modelo)).toBe(false);
    expect(familyOfModelo(modelo)).toBeNull();
  });

  test("has a name when it is known, also without a reader", () => {
    expect(describeModelo("57")).toBe("CT-e (modelo 57), Conhecimento de Transporte Eletrônico");
    expect(describeModelo("77")).toBe(
      "NF-e ABI (modelo 77), Nota Fiscal de Alienação de Bens Imóveis Eletrônica",
    );
    expect(describeModelo("constructor")).toBeNull();
  });
});

test("a prefix never hides a longer one: NFeABI comes before NFe", () => {
  for (const [at, prefix] of ID_PREFIXES.entries())
    for (const later of ID_PREFIXES.slice(at + 1)) expect(later.startsWith(prefix), later).toBe(false);
});

test("a record has one value for each key, in their order", () => {
  expect(Object.entries(recordOf(["b", "a"], (key) => `${key}${key}`))).toEqual([
    ["b", "bb"],
    ["a", "aa"],
  ]);
});
