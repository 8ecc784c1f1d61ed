import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { CofreError, createCofre } from "./cofre.ts";

const chave = randomBytes(32);
const cofre = createCofre(chave);
const lugar = { tabela: "caixa_email", coluna: "senha_selada", id: "linha-1" };

test("opens a sealed secret in its own place", () => {
  const selado = cofre.seal("sénha ✓", lugar);
  expect(cofre.open(selado, lugar).toString("utf8")).toBe("sénha ✓");
  expect(selado.includes("sénha")).toBe(false);
});

test("opens an empty secret and a large one", () => {
  for (const aberto of [Buffer.alloc(0), randomBytes(100_000)]) {
    expect(cofre.open(cofre.seal(aberto, lugar), lugar).equals(aberto)).toBe(true);
  }
});

test("seals the same secret differently each time", () => {
  expect(cofre.seal("a", lugar).equals(cofre.seal("a", lugar))).toBe(false);
});

test.each([
  ["another row", { ...lugar, id: "linha-2" }],
  ["another column", { ...lugar, coluna: "outra" }],
  ["another table", { ...lugar, tabela: "certificado" }],
])("refuses a value moved to %s", (_, outro) => {
  const selado = cofre.seal("segredo", lugar);
  expect(() => cofre.open(selado, outro)).toThrow(CofreError);
});

test("refuses a value with any byte changed", () => {
  const selado = cofre.seal("segredo", lugar);
  for (let at = 0; at < selado.length; at += 1) {
    const changed = Buffer.from(selado);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => cofre.open(changed, lugar), `byte ${at}`).toThrow(CofreError);
  }
});

test("refuses a truncated value", () => {
  const selado = cofre.seal("segredo", lugar);
  for (const size of [0, 1, 20, 32, selado.length - 1]) {
    expect(() => cofre.open(selado.subarray(0, size), lugar)).toThrow(CofreError);
  }
});

test("refuses a value sealed under another key, and says so", () => {
  const selado = cofre.seal("segredo", lugar);
  expect(() => createCofre(randomBytes(32)).open(selado, lugar)).toThrow(/another MALOTE_KEY/);
});
