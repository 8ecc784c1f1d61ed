import { expect, test } from "vitest";
import { compileLeiaute } from "./leiaute.ts";
import { CTE_300, CTE_400, CTE_OS_400, CTE_SIMPLIFICADO_400 } from "./leiautes/cte.ts";
import { EVENTO_CTE, EVENTO_MDFE, EVENTO_NFE } from "./leiautes/evento.ts";
import { MDFE_300 } from "./leiautes/mdfe.ts";
import { NFE_400 } from "./leiautes/nfe.ts";
import { NFE_ANTIGA } from "./leiautes/nfe-antiga.ts";

const TODOS = {
  NFE_400,
  NFE_ANTIGA,
  CTE_400,
  CTE_OS_400,
  CTE_SIMPLIFICADO_400,
  CTE_300,
  MDFE_300,
  EVENTO_NFE,
  EVENTO_CTE,
  EVENTO_MDFE,
};

test.each(Object.entries(TODOS))(
  "the table %s names each tag of a group once, and requires only tags of the group",
  (_, leiaute) => {
    for (const { nome, campos, indice, obrigatorios } of leiaute.grupos.values()) {
      expect(campos.length, nome).toBeGreaterThan(0);
      expect(new Set(campos.map((each) => each.local)).size, nome).toBe(campos.length);
      for (const campo of campos) {
        expect(campos[indice.get(campo.local) ?? -1], `${nome}/${campo.local}`).toBe(campo);
        expect(campo.max, `${nome}/${campo.local}`).toBeGreaterThan(0);
      }
      for (const place of obrigatorios) expect(campos[place], nome).toBeDefined();
    }
  },
);

test("the NF-e table covers every group with amounts", () => {
  const grupos = [...NFE_400.grupos.keys()];
  expect(grupos).toEqual(
    expect.arrayContaining([
      "ICMSTot",
      "ISSQNtot",
      "retTrib",
      "ISTot",
      "IBSCBSTot",
      "gIBSCBS",
      "IS",
      "dup",
      "detPag",
    ]),
  );
  expect(
    grupos.filter((nome) => /^ICMS/.test(nome) && !["ICMS", "ICMSTot", "ICMSUFDest"].includes(nome)),
  ).toHaveLength(21);
  expect(grupos.length).toBeGreaterThan(100);
});

test("compiles a content model in DTD-like notation, with options, repetitions, choices and sequences", () => {
  const { raiz } = compileLeiaute("r = a b? c{1,3} (d | e f?) (g h)? (i j)+\n =1 : a b c d e f g h i j", "r");
  const of = (local: string) => raiz.campos.find((each) => each.local === local);
  expect(raiz.obrigatorios.map((place) => raiz.campos[place]?.local)).toEqual(["a", "c"]);
  expect([of("a")?.max, of("c")?.max, of("i")?.max]).toEqual([1, 3, Number.POSITIVE_INFINITY]);
  expect(raiz.condicionais.map((each) => [each.kind, each.obrigatorio])).toEqual([
    ["escolha", true],
    ["sequencia", false],
    ["sequencia", true],
  ]);
  expect(of("i")?.ordem).toBe(of("j")?.ordem);
});

test.each([
  ["a tag without a type", "r = a"],
  ["a type for an unknown tag", "r = a\n zz : a"],
  ["an undefined group", "r = a/@b"],
  ["a name defined twice", "r = a\n r = a\n d1 : a"],
  ["a tag with two types", "r = a\n d1 : a\n d2 : a"],
  ["an extra bracket", "r = a)\n d1 : a"],
  ["an invalid character", "r = a, b\n d1 : a b"],
])("rejects a table of a layout with %s", (_, tabela) => {
  expect(() => compileLeiaute(tabela, "r")).toThrow(RangeError);
});

test("rejects a table with a sum of an undefined group", () => {
  const somas = { capturas: { "r.b": 0 }, item: null };
  expect(() => compileLeiaute("r = a\n d1 : a", "r", somas)).toThrow("no such tag: r.b");
  expect(() => compileLeiaute("r = a\n d1 : a", "r", { capturas: {}, item: "s" })).toThrow(
    "no such group: s",
  );
});
