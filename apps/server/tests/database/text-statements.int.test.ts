import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedTexts } from "../../src/db/fixed-statement.ts";
import { boolean, columnsOf, nullable, number, text } from "../../src/db/text-columns.ts";
import { declaredStatements, queryText, textStatement } from "../../src/db/text-statement.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { describeStatement, findWrongStatements } from "../setup/describe-statement.ts";

/** A file that declares statements when it is imported. */
const DECLARES = /\b(textStatement|fixedStatement|gatekeeper(Rows?|Value|Count|Flag|Done))[(<]/;
const SOURCE = path.join(import.meta.dirname, "../../src");

let t: TestContext;
let client: pg.Client;

beforeAll(async () => {
  t = await createTestContext();
  client = new pg.Client({ connectionString: t.config.databaseUrl });
  await client.connect();
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const absolute = path.join(SOURCE, file);
    if (DECLARES.test(await readFile(absolute, "utf8"))) await import(absolute);
  }
});
afterAll(async () => {
  await client?.end();
  await t?.dispose();
});

test("each statement written as text returns the columns that it declares", async () => {
  const statements = declaredStatements();
  expect(statements.length).toBeGreaterThan(0);
  expect(await findWrongStatements(client, statements)).toEqual([]);
});

test("PostgreSQL accepts each statement that is built once", async () => {
  const statements = fixedTexts();
  expect(statements.length).toBeGreaterThan(0);
  const refused = await Promise.all(
    statements.map((text) =>
      describeStatement(client, text).then(
        () => [],
        (error: Error) => [text, error.message],
      ),
    ),
  );
  expect(refused.flat()).toEqual([]);
});

test("a wrong declaration is reported by the name of the column", async () => {
  const columns = {
    ...columnsOf("nota", "chave", "valorTotal"),
    papel: number,
    nfeStatus: nullable(text),
    sumida: boolean,
  };
  const wrongText =
    "SELECT chave, valor_icms AS valor_total, papel, nfe_status, numero_nota FROM nota, (SELECT 1::numeric AS valor_icms) x";
  const [wrong] = await findWrongStatements(client, [{ columns, text: wrongText }]);
  expect(wrong?.found).toEqual([
    "sumida is missing",
    "papel has the type 25",
    "numeroNota is not declared",
    "valor_total is no table, not nota.valorTotal",
  ]);
});

test("a statement whose columns are not the declared ones fails when it runs", async () => {
  const wrong = { columns: { n: text }, text: "SELECT 1 AS n" };
  await expect(queryText(client, wrong)).rejects.toThrow("text statement: n has the type 23");
  const one = textStatement({ n: number }, "SELECT 1 AS n");
  expect(await one.rows(client)).toEqual([{ n: 1 }]);
});
