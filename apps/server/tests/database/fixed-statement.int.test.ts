import { afterAll, beforeAll, expect, test } from "vitest";
import { anyOf, fixedStatement, mapValue } from "../../src/db/index.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(async () => {
  await t?.dispose();
});

let built = 0;
const FIND = fixedStatement<{ contaId: string; nomes: readonly string[] }>()((db, { contaId, nomes }) => {
  built += 1;
  return db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("nome", "=", anyOf(mapValue(nomes, (list) => list.map((nome) => nome.trim()))))
    .select("nome")
    .orderBy("nome");
});

test("a statement is built once and finds the rows of each run's values", async () => {
  const contas = [await t.createConta(), await t.createConta()];
  for (const [index, { contaId }] of contas.entries())
    await t.createEmpresa(contaId, { nome: `Empresa ${index}` });
  const found = await Promise.all(
    contas.map(({ contaId }) =>
      t.ctx.database.withConta(contaId, async (db) =>
        FIND.rows(db, { contaId, nomes: [" Empresa 0 ", "Empresa 1"] }),
      ),
    ),
  );
  expect(found).toEqual([[{ nome: "Empresa 0" }], [{ nome: "Empresa 1" }]]);
  expect(built).toBe(1);
});

test("a builder that copies all placeholders at once is refused: it would name no value", async () => {
  const { contaId } = await t.createConta();
  const copied = fixedStatement<{ contaId: string }>()((db, placeholders) => {
    const { ...copy } = placeholders;
    return db.selectFrom("conta").where("id", "=", copy.contaId).select("id");
  });
  await expect(t.ctx.database.withConta(contaId, (db) => copied.first(db, { contaId }))).rejects.toThrow(
    "named one by one",
  );
});

test("a builder that writes a placeholder into a text is refused: it has no value yet", async () => {
  const { contaId } = await t.createConta();
  const like = fixedStatement<{ nome: string }>()((db, { nome }) =>
    db.selectFrom("empresa").where("nome", "like", `%${nome}%`).select("id"),
  );
  await expect(t.ctx.database.withConta(contaId, (db) => like.rows(db, { nome: "A" }))).rejects.toThrow(
    "use mapValue",
  );
});
