import { afterAll, beforeAll, expect, test } from "vitest";
import { toCamelCase, toSnakeCase } from "../../src/db/names.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(async () => {
  await t?.dispose();
});

test("the name in the code of each table and column leads back to its name in the database", async () => {
  const rows = await t.asOwner<{ name: string }>(
    `SELECT DISTINCT unnest(ARRAY[c.relname, a.attname]) AS name
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain("c_sit_nfe");
  expect(names.filter((name) => toSnakeCase(toCamelCase(name)) !== name)).toEqual([]);
});
