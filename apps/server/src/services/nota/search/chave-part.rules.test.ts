import { expect, test } from "vitest";
import { isChaveStart, isGrouped, readChavePart } from "./chave-part.rules.ts";

//             UF AAMM CNPJ           mod serie nNF       …
const CHAVE = "41261199823591000245550010000024071304158290";
const groups = (from: number, to: number): string => CHAVE.slice(from, to).replace(/(.{4})(?=.)/g, "$1 ");

test.each([
  ["4126 1199", true],
  ["4126 1199 82", true],
  [" 0245 5500 1000 ", true],
  ["4126", false],
  ["4126 11", false],
  ["Loja 2024", false],
  ["41261199", false],
])("the text %j is in groups as a chave is printed: %s", (text, grouped) => {
  expect(isGrouped(text)).toBe(grouped);
});

test.each([
  ["41261199", true],
  ["41261399", false],
  ["99261199", false],
  ["4126", false],
])("a chave can begin with %s: %s", (clean, start) => {
  expect(isChaveStart(clean)).toBe(start);
});

test("groups from the middle of a chave name its number, where they show all of it", () => {
  const part = (from: number, to: number) => readChavePart(CHAVE.slice(from, to), true);
  expect(groups(24, 36)).toBe("1000 0024 0713");
  expect(part(24, 36)?.lugares).toContainEqual({ posicao: 24, numero: 2_407 });
  expect(part(16, 44)?.lugares).toContainEqual({ posicao: 16, numero: 2_407 });
  expect(part(36, 44)).toBeNull();
});

test("digits without groups may be anywhere, but their modelo must exist", () => {
  expect(readChavePart(CHAVE.slice(18, 38), false)?.lugares).toContainEqual({ posicao: 18, numero: 2_407 });
  expect(
    readChavePart(`00${"99".padEnd(20, "0")}`, false)?.lugares.every(({ posicao }) => posicao > 20),
  ).toBe(true);
});
