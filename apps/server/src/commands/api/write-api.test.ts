import { readFileSync } from "node:fs";
import path from "node:path";
import { METHODS } from "@malote/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { COMMON_FIELDS } from "./common-fields.ts";
import { describeType, toFieldSchema } from "./describe-type.ts";
import { listFields } from "./list-fields.ts";
import { writeApi } from "./write-api.ts";

const PAGE = path.resolve(import.meta.dirname, "../../../../../docs/api.md");

test("docs/api.md equals the output of `npm run api`", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(writeApi());
});

test("every method in docs/api.md has a heading, and every link points to a heading", () => {
  const page = writeApi();
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(Object.keys(METHODS));
  const anchors = new Set(headings.map((name) => name?.toLowerCase().replace(".", "")));
  for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
});

test("no cell text of docs/api.md breaks its table: every row has as many columns as the header", () => {
  const tables = writeApi().match(/(?:^\|.*\n)+/gm) ?? [];
  expect(tables.length).toBeGreaterThan(50);
  for (const rows of tables.map((table) => table.trimEnd().split("\n"))) {
    const columns = rows.map((row) => row.match(/(?<!\\)\|/g)?.length);
    expect([rows[0], new Set(columns).size]).toEqual([rows[0], 1]);
    expect(rows.join()).not.toContain("undefined");
  }
});

test("every field that docs/api.md explains is in some answer", () => {
  const page = writeApi();
  for (const nome of Object.keys(COMMON_FIELDS))
    expect(page).toContain(`\n| \`${nome}\` | ${COMMON_FIELDS[nome]}`);
  const answers = Object.values(METHODS).flatMap(({ result: { schema } }) =>
    schema === null ? [] : listFields(toFieldSchema(schema, "output")).map(({ caminho }) => caminho),
  );
  expect(answers).toEqual(expect.arrayContaining(Object.keys(COMMON_FIELDS)));
});

test.each([
  [z.uuid(), "UUID"],
  [z.string().check(z.maxLength(1_000)), "texto até 1.000 caracteres"],
  [z.optional(z.nullable(z.boolean())), "booleano ou null"],
  [z.int(), "inteiro"],
  [z.int().check(z.positive(), z.maximum(200)), "inteiro de 1 até 200"],
  [z.array(z.enum(["E", "S"])).check(z.minLength(1), z.maxLength(2)), "lista de `E`, `S` (1 a 2)"],
  [z.union([z.literal(0), z.literal(1)]), "`0`, `1`"],
  [z.record(z.string(), z.unknown()), "objeto livre"],
] as const)("a type is described in words (case %#)", (schema, words) => {
  expect(describeType(toFieldSchema(schema, "input"))).toBe(words);
});

test("fields are listed by path, through lists and nullable values", () => {
  const schema = z.object({
    a: z.nullable(z.object({ b: z.optional(z.array(z.object({ c: z.string() }))) })),
  });
  expect(
    listFields(toFieldSchema(schema, "input")).map(({ caminho, obrigatorio }) => [caminho, obrigatorio]),
  ).toEqual([
    ["a", true],
    ["a.b", false],
    ["a.b[].c", true],
  ]);
});
