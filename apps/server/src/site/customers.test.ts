import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartRefusal } from "../errors.ts";
import { readCustomers } from "./customers.ts";

let dir: string;
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-clientes-"));
});
afterAll(() => fs.rmSync(dir, { recursive: true }));

function read(content: unknown): ReturnType<typeof readCustomers> {
  const file = path.join(dir, "clientes.json");
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readCustomers(file);
}

test("no customer is named without the operator's file", () => {
  expect(readCustomers(undefined)).toEqual([]);
  expect(readCustomers("")).toEqual([]);
  expect(read([])).toEqual([]);
});

test("a customer's name is read with its optional trade and site", () => {
  const customers = [
    { nome: "Padaria Aurora", segmento: "Varejo", site: "https://aurora.example.com" },
    { nome: "Transportes Rio Vagaroso" },
  ];
  expect(read(customers)).toEqual(customers);
});

test.each([
  ["what is no JSON", "{"],
  ["what is no list", { nome: "A" }],
  ["a customer without a name", [{ segmento: "Varejo" }]],
  ["a blank name", [{ nome: " " }]],
  ["a name of 81 characters", [{ nome: "x".repeat(81) }]],
  ["a field that nobody knows", [{ nome: "A", logo: "a.png" }]],
  ["an address that is a script", [{ nome: "A", site: "javascript:alert(1)" }]],
  ["the same name twice", [{ nome: "A" }, { nome: "A" }]],
  ["201 customers", Array.from({ length: 201 }, (_, i) => ({ nome: `C${i}` }))],
])("in the file of customers, %s is refused with a sentence that names the variable", (_what, content) => {
  expect(() => read(content)).toThrow(StartRefusal);
  expect(() => read(content)).toThrow(/CLIENTES_ARQUIVO=/);
});

test("a missing file of customers is refused", () => {
  expect(() => readCustomers(path.join(dir, "nada.json"))).toThrow(/não pode ser lido/);
});
