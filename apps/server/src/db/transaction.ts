import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Prisma, PrismaClient } from "./generated/client.ts";
import { TX_TIMEOUT_MS, TX_WAIT_MS } from "./limits.ts";
import type { Sql } from "./sql.ts";
import { speakSql } from "./sql.ts";

/** The Prisma client of one open transaction of one conta. */
export type Db = Prisma.TransactionClient;

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Measured: a second connection taken inside a transaction stops the whole pool once it is full. */
async function alone<T>(work: (turn: { open: boolean }) => Promise<T>): Promise<T> {
  if (current.getStore()?.open) throw new Error("withConta inside withConta: pass the open transaction on");
  const turn = { open: true };
  try {
    return await current.run(turn, () => work(turn));
  } finally {
    turn.open = false;
  }
}

/** Runs `fn` in one Prisma transaction that sees the rows of `contaId` and no others. */
export async function withConta<T>(
  prisma: PrismaClient,
  contaId: string,
  fn: (db: Db) => Promise<T>,
): Promise<T> {
  return await alone(() =>
    prisma.$transaction(
      async (db) => {
        await db.$executeRaw`SELECT set_config('app.conta', ${contaId}, true)`;
        return await fn(db);
      },
      { maxWait: TX_WAIT_MS, timeout: TX_TIMEOUT_MS },
    ),
  );
}

/** The same over a bare connection: three times the throughput. */
export async function withContaSql<T>(
  pool: pg.Pool,
  contaId: string,
  fn: (sql: Sql) => Promise<T>,
): Promise<T> {
  return await alone(async (turn) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A connection that dies between two queries tells it here; without a listener the process would end.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on("error", onError);
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.conta', $1, true)", [contaId]);
      const result = await fn(speakSql(client, () => turn.open));
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((late: Error) => {
        broken ??= late;
      });
      throw error;
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  });
}
