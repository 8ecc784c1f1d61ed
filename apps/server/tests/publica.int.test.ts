import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";

const WRITERS = 8;
const ROUNDS = 20;

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

/** Publishes some notas of two days and may change its mind afterwards. */
async function publish(contaId: string, { notas, undo }: { notas: number; undo: boolean }): Promise<boolean> {
  const ids = Array.from({ length: notas }, () => newId());
  const dias = ids.map((_, n) => (n % 2 === 0 ? "2026-11-01" : "2026-11-02"));
  const all = <T>(value: T): T[] => ids.map(() => value);
  try {
    await t.ctx.database.withContaSql(contaId, async (sql) => {
      await sql.query(
        `SELECT publica($1, now(), $2, $3::uuid[], $4::uuid[], $5::date[], $6, $7, $8, $9::uuid[], $10::bigint[], $11::numeric[])`,
        [
          contaId,
          all("nota"),
          ids,
          all(null),
          dias,
          all("E"),
          all("NFe"),
          all("SP"),
          all(contaId),
          all(1),
          all("1.10"),
        ],
      );
      if (undo) throw new Error("undo");
    });
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === "undo") return false;
    throw error;
  }
}

test("eight writers, some of which change their minds, leave a feed without gaps and rollups that add up", async () => {
  const { contaId } = await t.createConta();
  let kept = 0;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const notas = 1 + ((writer + n) % 4);
      if (await publish(contaId, { notas, undo: (writer * 7 + n * 3) % 4 === 0 })) kept += notas;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

  const feed = await t.asOwner<{ n: number; menor: number; maior: number; distintas: number }>(
    "SELECT count(*)::int AS n, min(sequencia)::int AS menor, max(sequencia)::int AS maior, count(DISTINCT sequencia)::int AS distintas FROM feed WHERE conta_id = $1",
    [contaId],
  );
  expect(kept).toBeGreaterThan(100);
  expect(feed).toEqual([{ n: kept, menor: 1, maior: kept, distintas: kept }]);
  const sums = "SELECT sum(quantidade)::int AS n, sum(valor)::text AS v FROM";
  const sum = [{ n: kept, v: (kept * 1.1).toFixed(2) }];
  expect(await t.asOwner(`${sums} rollup_dia WHERE conta_id = $1`, [contaId])).toEqual(sum);
  expect(await t.asOwner(`${sums} rollup_uf WHERE conta_id = $1`, [contaId])).toEqual(sum);
});
