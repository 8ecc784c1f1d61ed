import { expect, test } from "vitest";
import { compileLayout } from "./compile-layout.ts";
import { CTE_300, CTE_400, CTE_OS_400, CTE_SIMPLIFICADO_400 } from "./layouts/cte.ts";
import { EVENTO_CTE, EVENTO_MDFE, EVENTO_NFE } from "./layouts/evento.ts";
import { MDFE_300 } from "./layouts/mdfe.ts";
import { NFE_400 } from "./layouts/nfe.ts";
import { NFE_OLD } from "./layouts/nfe-old.ts";

const ALL = {
  NFE_400,
  NFE_ANTIGA: NFE_OLD,
  CTE_400,
  CTE_OS_400,
  CTE_SIMPLIFICADO_400,
  CTE_300,
  MDFE_300,
  EVENTO_NFE,
  EVENTO_CTE,
  EVENTO_MDFE,
};

test.each(Object.entries(ALL))(
  "the table %s names each tag of a group once, and requires only tags of the group",
  (_, layout) => {
    for (const {
      name: nome,
      fields: campos,
      index: indice,
      required: obrigatorios,
    } of layout.groups.values()) {
      expect(campos.length, nome).toBeGreaterThan(0);
      expect(new Set(campos.map((each) => each.local)).size, nome).toBe(campos.length);
      for (const field of campos) {
        expect(campos[indice.get(field.local) ?? -1], `${nome}/${field.local}`).toBe(field);
        expect(field.max, `${nome}/${field.local}`).toBeGreaterThan(0);
      }
      for (const place of obrigatorios) expect(campos[place], nome).toBeDefined();
    }
  },
);

test("the NF-e table covers every group with amounts", () => {
  const groups = [...NFE_400.groups.keys()];
  expect(groups).toEqual(
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
    groups.filter((nome) => /^ICMS/.test(nome) && !["ICMS", "ICMSTot", "ICMSUFDest"].includes(nome)),
  ).toHaveLength(21);
  expect(groups.length).toBeGreaterThan(100);
});

test("compiles a content model in DTD-like notation, with options, repetitions, choices and sequences", () => {
  const { root: raiz } = compileLayout(
    "r = a b? c{1,3} (d | e f?) (g h)? (i j)+\n =1 : a b c d e f g h i j",
    "r",
  );
  const of = (local: string) => raiz.fields.find((each) => each.local === local);
  expect(raiz.required.map((place) => raiz.fields[place]?.local)).toEqual(["a", "c"]);
  expect([of("a")?.max, of("c")?.max, of("i")?.max]).toEqual([1, 3, Number.POSITIVE_INFINITY]);
  expect(raiz.conditionals.map((each) => [each.kind, each.isRequired])).toEqual([
    ["escolha", true],
    ["sequencia", false],
    ["sequencia", true],
  ]);
  expect(of("i")?.order).toBe(of("j")?.order);
});

test.each([
  ["a tag without a type", "r = a"],
  ["a type for an unknown tag", "r = a\n zz : a"],
  ["an undefined group", "r = a/@b"],
  ["a name defined twice", "r = a\n r = a\n d1 : a"],
  ["a tag with two types", "r = a\n d1 : a\n d2 : a"],
  ["an extra bracket", "r = a)\n d1 : a"],
  ["an invalid character", "r = a, b\n d1 : a b"],
])("rejects a table of a layout with %s", (_, table) => {
  expect(() => compileLayout(table, "r")).toThrow(RangeError);
});

test("rejects a table with a sum of an undefined group", () => {
  const sums = { captures: { "r.b": 0 }, item: null };
  expect(() => compileLayout("r = a\n d1 : a", "r", sums)).toThrow("no such tag: r.b");
  expect(() => compileLayout("r = a\n d1 : a", "r", { captures: {}, item: "s" })).toThrow("no such group: s");
});
