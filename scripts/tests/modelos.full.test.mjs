// The checks of document types: what counts as written by hand, and the table with one more row.
import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { findHandWritten } from "../modelos/hand-written.mjs";
import { readTable, TABLE_FILE, withInventedRow } from "../modelos/table.mjs";
import { at } from "../setup/root.mjs";

const words = readTable();

/** @param {string} text */
const faultsOf = (text) => findHandWritten({ file: "a.ts", text }, words);

test("the words of the table are read from its source", () => {
  expect([...words.tipos]).toEqual(["NFe", "CTe", "CTeOS", "MDFe", "NFCe"]);
  expect([...words.modelos]).toEqual(["55", "57", "67", "58", "65"]);
  expect([...words.families]).toEqual(["nfe", "cte", "mdfe"]);
});

test("the table with an invented row has its type, model and family too", () => {
  const { tipos, modelos, families } = readTable(withInventedRow(fs.readFileSync(at(TABLE_FILE), "utf8")));
  expect([tipos.has("Nfx"), modelos.has("98"), families.has("nfx")]).toEqual([true, true, true]);
  expect(tipos.size).toBe(words.tipos.size + 1);
});

describe("code that tells document types apart by hand is found", () => {
  test.each([
    ["a comparison", 'if (tipo === "NFe") a();'],
    ["a comparison of the other side", 'const a = "NFCe" !== tipo;'],
    ["a comparison of a model", 'const isNfe = chave.slice(20, 22) === "55";'],
    ["a comparison of a family", 'const a = layout.family === "cte" ? 1 : 2;'],
    ["a case", 'switch (modelo) { case "58": a(); }'],
    ["a case of a family", 'switch (x.family) { case "mdfe": a(); }'],
    ["a membership", 'a.includes("MDFe");'],
    ["a list", 'const ERP = ["NFe", "CTe"];'],
    ["a union", 'type Distribuidor = "NFe" | "CTe";'],
    ["a union of models", 'type A = { modelo: "55" | "65" };'],
    ["a condition in SQL", `const a = \`tipo_nota IN ('NFe', 'CTe') AND x = \${x}\`;`],
    ["a condition after a value in SQL", `const a = \`x = \${x} AND tipo_nota <> 'NFCe'\`;`],
    ["a record that any string completes", 'const A: Record<string, string> = { "55": "nfe", "57": "cte" };'],
    ["a record without a type", "const A = { NFe: 0, CTe: 0 } as const;"],
    ["alternatives of a regular expression", "const A = /^ret(?:NFe|CTe|MDFe)/;"],
    ["a record in a call", "const a = z.object({ NFe: z.int(), CTe: z.int() });"],
  ])("%s", (_what, text) => {
    expect(faultsOf(text)).toHaveLength(1);
  });
});

describe("code that the compiler completes, or that is only a value, is accepted", () => {
  test.each([
    ["a value", 'const a = { tipo: "NFe" }; write("CTe");'],
    ["a complete record", 'const A: Readonly<Record<TipoNota, string>> = { NFe: "a", CTe: "b" };'],
    ["a complete record inside another", "const A = { b: { NFe: 0, CTe: 0 } } satisfies B;"],
    [
      "a record that a function declares",
      "function a(): Record<Family, number> { return { nfe: 1, cte: 2 }; }",
    ],
    ["a row of the table", "const a = modelo === MODELOS.NFCe.modelo;"],
    ["another kind", 'switch (form.kind) { case "nfe": a(); }'],
    ["a column of the table", "const a = MODELOS[tipo].manifestacao;"],
    ["a text about a type", `const a = \`a NF-e \${numero} isn't a CT-e\`;`],
  ])("%s", (_what, text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
