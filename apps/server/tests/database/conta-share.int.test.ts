import { afterAll, beforeAll, expect, test } from "vitest";
import { queryInConta } from "../setup/conta-sql.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

/** Statements of one conta, more than a process has connections, and how many connections it may
 * hold. */
const SLOW = 12;
const SHARE = 5;

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

test("a conta with hanging statements leaves connections to other contas, and its own statements complete later", async () => {
  const [slow, quick] = [await t.createConta(), await t.createConta()];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const all = Array.from({ length: SLOW }, (_, n) =>
    t.ctx.database.withConta(slow.contaId, async (db) => {
      await queryInConta(db, "SELECT 1");
      await held;
      return n;
    }),
  );
  try {
    await expect.poll(() => t.ctx.database.pool()).toMatchObject({ open: SHARE, waiting: 0 });
    const seen = await t.ctx.database.withConta(quick.contaId, (db) =>
      queryInConta<{ conta: string }>(db, "SELECT current_setting('app.conta') AS conta"),
    );
    const built = await t.ctx.database.withConta(quick.contaId, (db) =>
      db.selectFrom("usuario").select("id").execute(),
    );
    expect(seen).toEqual([{ conta: quick.contaId }]);
    expect(built).toEqual([]);
  } finally {
    release();
  }
  expect(await Promise.all(all)).toHaveLength(SLOW);
});
