import { expect, test } from "vitest";
import { caretInMask, MASKS } from "./masks.ts";

const typed = (name: keyof typeof MASKS, text: string): string => MASKS[name].format(MASKS[name].strip(text));

test.each([
  ["cnpj", "12abc34501de35", "12.ABC.345/01DE-35"],
  ["cnpj", "12.ABC.345/01DE-35 ", "12.ABC.345/01DE-35"],
  ["cnpj", "12ABC34501DEXX35", "12.ABC.345/01DE-35"],
  ["cpf", "529.982.247-25", "529.982.247-25"],
  ["documento", "52998224725", "529.982.247-25"],
  ["documento", "112223330001", "11.222.333/0001"],
  ["documento", "12a", "12.A"],
  ["chave", "3126 1127 x", "3126 1127 X"],
  ["data", "22112026", "22/11/2026"],
  ["data", "2211202699", "22/11/2026"],
  ["data", "2026-11-22", "22/11/2026"],
  ["data", "1/", "01"],
  ["data", "01/2/", "01/02"],
  ["data", "22/1", "22/1"],
] as const)("the mask %s formats %j as %s", (name, text, masked) => {
  expect(typed(name, text)).toBe(masked);
});

test("the caret stays behind the same character when a mask is applied", () => {
  // A 9 typed after the first two of 12.345: "129.345"
  expect(caretInMask(MASKS.cnpj, "129.345", 3)).toBe("12.9".length);
  expect(caretInMask(MASKS.data, "22/11/2026", 10)).toBe(10);
});
