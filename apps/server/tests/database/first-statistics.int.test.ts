import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(async () => {
  await t?.dispose();
});

/** Names of the indexes in a plan, and what each is searched for. */
type PlanNode = { "Index Name"?: string; "Index Cond"?: string; Plans?: PlanNode[] };
type Explained = { "QUERY PLAN": { Plan: PlanNode }[] };

test.each([
  ["nota", "chave"],
  ["documento", "sha256"],
  ["anexo", "documento_id"],
  ["evento", "chave"],
])("in a new database a row of %s is looked up by conta and %s together", async (table, column) => {
  const { contaId } = await t.createConta();
  const wanted = column === "documento_id" ? newId() : "0".repeat(44);
  const [row] = await t.ctx.database.withConta(contaId, (db) =>
    queryInConta<Explained>(
      db,
      `EXPLAIN (FORMAT JSON) SELECT FROM ${table} WHERE conta_id = '${contaId}' AND ${column} = '${wanted}'`,
    ),
  );
  const searched = listNodes(row?.["QUERY PLAN"][0]?.Plan).flatMap((node) => node["Index Cond"] ?? []);
  expect(searched).toHaveLength(1);
  expect(searched[0]).toContain(`(${column} = `);
});

function listNodes(node: PlanNode | undefined): PlanNode[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(listNodes)];
}
