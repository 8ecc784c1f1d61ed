import { readdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toCamelCase } from "../../src/db/names.ts";
import { boolean, type Columns, columnsOf, nullable, number, text } from "../../src/db/text-columns.ts";
import { declaredStatements, listFaults, queryText, textStatement } from "../../src/db/text-statement.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { describeStatement, readTableColumns } from "../setup/describe-statement.ts";

const SOURCE = path.join(import.meta.dirname, "../../src");

let t: TestContext;
let client: pg.Client;
/** Names of columns by table and position, as "nota.valorTotal". */
let origins: ReadonlyMap<string, string>;

beforeAll(async () => {
  t = await createTestContext();
  client = new pg.Client({ connectionString: t.config.databaseUrl });
  await client.connect();
  origins = await readTableColumns(client);
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (/(\.rows|gatekeeper\/[^/]+)\.ts$/.test(file) && !file.includes(".test.")) {
      await import(path.join(SOURCE, file));
    }
  }
});
afterAll(async () => {
  await client?.end();
  await t?.dispose();
});

/** What differs between a declaration and what PostgreSQL describes, types of tables' columns included. */
async function findFaults({ columns, text }: { columns: Columns; text: string }): Promise<string[]> {
  const fields = await describeStatement(client, text);
  const wrongOrigins = fields.flatMap(({ name, tableID, columnID }) => {
    const from = columns[toCamelCase(name)]?.from ?? null;
    const found = origins.get(`${tableID}.${columnID}`) ?? "no table";
    return from === null || from === found ? [] : [`${name} is ${found}, not ${from}`];
  });
  return [...listFaults(columns, fields), ...wrongOrigins];
}

test("each statement written as text returns the columns that it declares", async () => {
  const statements = declaredStatements();
  expect(statements.length).toBeGreaterThan(0);
  const faults = [];
  for (const statement of statements) {
    const found = await findFaults(statement).catch((error: Error) => [error.message]);
    if (found.length > 0) faults.push({ text: statement.text, found });
  }
  expect(faults).toEqual([]);
});

test("a wrong declaration is reported by the name of the column", async () => {
  const columns = {
    ...columnsOf("nota", "chave", "valorTotal"),
    papel: number,
    nfeStatus: nullable(text),
    sumida: boolean,
  };
  expect(
    await findFaults({
      columns,
      text: "SELECT chave, valor_icms AS valor_total, papel, nfe_status, numero_nota FROM nota, (SELECT 1::numeric AS valor_icms) x",
    }),
  ).toEqual([
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
