import { describe, expect, test } from "vitest";
import { fieldTypeOf } from "./field-types.ts";

const LETTERS = "x".repeat(60);

/** Type, accepted texts, and rejected texts with their defect. */
const CASES: readonly [string, readonly string[], Readonly<Record<string, "formato" | "tamanho">>][] = [
  [
    "t60",
    ["a", LETTERS, "Pão & cia"],
    {
      "": "tamanho",
      [`${LETTERS}x`]: "tamanho",
      " a": "formato",
      "a ": "formato",
      "a\nb": "formato",
      "a–b": "formato",
    },
  ],
  [
    "t15-256",
    ["x".repeat(15), "x".repeat(256)],
    { ["x".repeat(14)]: "tamanho", ["x".repeat(257)]: "tamanho" },
  ],
  [
    "d8",
    ["00000000"],
    { "0000000": "tamanho", "000000000": "tamanho", "0000000a": "formato", "": "tamanho" },
  ],
  [
    "d6-14",
    ["123456", "12345678901234"],
    { "12345": "tamanho", "123456789012345": "tamanho", "+55119999": "formato" },
  ],
  [
    "n13.2",
    ["0", "0.00", "1", "1234567890123.45"],
    {
      "12345678901234.00": "tamanho",
      "1.0": "tamanho",
      "1.000": "tamanho",
      "1.": "tamanho",
      "01.00": "formato",
      "-1.00": "formato",
      "1,00": "formato",
      "1.0.0": "formato",
      ".50": "formato",
      "": "tamanho",
      "1e5": "formato",
    },
  ],
  ["n3.2-4", ["18.00", "18.1234", "100"], { "18.1": "tamanho", "18.12345": "tamanho", "1000.00": "tamanho" }],
  ["=0,1", ["0", "1"], { "2": "formato", "": "formato", "01": "formato" }],
  [
    "cnpj",
    ["11222333000181", "12ABC34501DE35"],
    {
      "11222333000180": "formato",
      "1122233300018": "tamanho",
      "112223330001811": "tamanho",
      "12abc34501de35": "formato",
      "11111111111111": "formato",
      "": "tamanho",
    },
  ],
  ["cnpj0", ["", "00000000000000", "11222333000181"], { "0": "tamanho", "11222333000180": "formato" }],
  ["cpf", ["52998224725"], { "52998224724": "formato", "5299822472": "tamanho", "11111111111": "formato" }],
  [
    "chave",
    ["3526050X0J92JY000196570010000006041448679011"],
    {
      "3526050X0J92JY000196570010000006041448679012": "formato",
      "3526050X0J92JY00019657001000000604144867901": "tamanho",
    },
  ],
  ["uf", ["SP", "EX"], { XX: "formato", sp: "formato", "": "formato" }],
  ["cuf", ["35"], { "99": "formato", "": "formato" }],
  ["orgao", ["35", "91", "90"], { "00": "formato", "910": "formato" }],
  ["mun", ["3550308", "9999999"], { "355030": "tamanho", "0050308": "formato", "35503a8": "formato" }],
  [
    "data",
    ["2026-11-20"],
    {
      "2026-13-01": "formato",
      "2026-11-32": "formato",
      "20/11/2026": "formato",
      "2026-11-20T00:00:00": "formato",
    },
  ],
  [
    "dh",
    ["2026-11-20T09:53:00-03:00"],
    {
      "2026-11-20T09:53:00Z": "formato",
      "2026-11-20T24:00:00-03:00": "formato",
      "2026-11-20T09:53:00": "formato",
    },
  ],
  ["quando", ["2026-11-20", "2010-11-20T09:53:00", "2026-11-20T09:53:00-03:00"], { "20-11-2026": "formato" }],
  ["ncm", ["19059090", "00"], { "190590901": "tamanho", "1905909": "tamanho", "1905909A": "formato" }],
  ["cfop", ["5102", "1102", "7101"], { "8102": "formato", "510": "formato", "51022": "formato" }],
  [
    "ean",
    ["SEM GTIN", "", "12345678", "12345678901234"],
    { "1234567": "tamanho", "123456789": "tamanho", "123456789012345": "tamanho", SEM: "formato" },
  ],
  ["numero", ["1", "999999999"], { "0": "formato", "01": "formato", "1234567890": "tamanho" }],
  ["serie", ["0", "999"], { "00": "formato", "1000": "tamanho", "": "tamanho" }],
  ["ie", ["ISENTO", "12345678901234"], { "1": "tamanho", "123456789012345": "tamanho", Isento: "formato" }],
  ["ie0", ["", "ISENTO", "PR12345678", "1"], { "123456789012345": "tamanho", PR1: "formato" }],
  ["email", ["a@b.example"], { "a.b": "formato", [`${"a".repeat(60)}@b.c`]: "tamanho" }],
  ["placa", ["ABC1234", "ABC1D23", "AB1234"], { "ABC-1234": "formato", abc1234: "formato" }],
  ["guid", ["57B95420-A333-1234-A4E8-577465610CF8"], { "57B95420-A333-123458-A4E8-577465610CF8": "formato" }],
  ["beneficio", ["SEM CBENEF", "SP123456", "SP12345678", ""], { SP1: "formato" }],
  ["estrangeiro", ["", "AB123"], { A: "formato", ["A".repeat(21)]: "formato" }],
  ["rntrc", ["12345678", "ISENTO"], { "1234567": "tamanho", isento: "formato" }],
  ["coordenada", ["-19.920000"], { "-19.92": "formato", "19,920000": "formato" }],
  ["mes", ["2026-11"], { "2026-13": "formato" }],
  ["aamm", ["2611"], { "2613": "formato" }],
  ["hora", ["23:59:59"], { "24:00:00": "formato" }],
  ["nve", ["AB1234"], { ab1234: "formato" }],
  ["lista", ["14.01"], { "1401": "formato" }],
  ["unidade", ["ABCD1234567"], { "ABCD 1": "formato", "": "formato" }],
  ["raiz", ["12ABC345"], { "12ABC34": "formato" }],
];

describe.each(CASES)("the type %s", (name, expected, errados) => {
  test.each(expected)("the type accepts %j", (text) => expect(fieldTypeOf(name)?.(text)).toBeNull());

  test.each(Object.entries(errados))("the type rejects %j: %s", (text, defect) => {
    expect(fieldTypeOf(name)?.(text)).toBe(defect);
  });
});

test("the type livre accepts any text", () => expect(fieldTypeOf("livre")).toBeNull());

test("an unknown type name is rejected", () => {
  expect(() => fieldTypeOf("x9")).toThrow(RangeError);
});
