import type { Database, Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";

/** A database whose transactions share one, opened by the first of them and ended by its creator. */
type OneTransaction = {
  database: Database;
  /** Runs the last statements and commits. */
  commit(last: (sql: Sql) => Promise<void>): Promise<void>;
  /** Rolls back everything. */
  rollback(error: unknown): Promise<void>;
};

/**
 * Joins the transactions of some work into one. They run in sequence, each in a savepoint, so a
 * failure undoes only its own part. No connection is held before the first transaction.
 * @param begin the first statements
 */
function joinTransactions(
  database: Database,
  contaId: string,
  begin: (sql: Sql) => Promise<void>,
): OneTransaction {
  const queue = { last: Promise.resolve() as Promise<unknown> };
  let opened: {
    sql: Promise<Sql>;
    ended: Promise<void>;
    decide(end: (sql: Sql) => Promise<void>): void;
  } | null = null;
  const open = () => {
    if (opened !== null) return opened;
    let decide = (_end: (sql: Sql) => Promise<void>): void => {};
    const decided = new Promise<(sql: Sql) => Promise<void>>((resolve) => {
      decide = resolve;
    });
    let ended: Promise<void> = Promise.resolve();
    const sql = new Promise<Sql>((resolve, reject) => {
      ended = database.withContaSql(contaId, async (one) => {
        await begin(one);
        resolve(one);
        await (await decided)(one);
      });
      ended.catch(reject);
    });
    opened = { sql, ended, decide };
    return opened;
  };
  const end = async (last: (sql: Sql) => Promise<void>): Promise<void> => {
    const one = open();
    await one.sql;
    one.decide(last);
    await one.ended;
  };
  return {
    database: {
      ...database,
      withContaSql: async (id, fn) => {
        if (id !== contaId) return await database.withContaSql(id, fn);
        const sql = await open().sql;
        const mine = queue.last.then(() => inSavepoint(sql, fn));
        queue.last = mine.catch(() => {});
        return await mine;
      },
    },
    commit: end,
    rollback: async (error) => {
      if (opened === null) return;
      await end(async () => {
        throw error;
      }).catch(() => {});
    },
  };
}

/** A database whose transactions run inside an open one, without savepoints. */
export function shareTransaction(database: Database, contaId: string, sql: Sql): Database {
  return {
    ...database,
    withContaSql: async (id, fn) => (id === contaId ? await fn(sql) : await database.withContaSql(id, fn)),
  };
}

/**
 * Runs work in one transaction, all of it or nothing; a
 * requested wake-up of the workers follows the commit.
 * @param begin the first statements; `last`: the last ones, which receive the result
 */
export async function runInOneTransaction<C extends SignedInContext, T>(
  ctx: C,
  { begin, last }: { begin(sql: Sql): Promise<void>; last?(sql: Sql, produced: T): Promise<void> },
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const one = joinTransactions(ctx.database, ctx.caller.contaId, begin);
  let woken = false;
  const wake = (): void => {
    woken = true;
  };
  try {
    const produced = await work({ ...ctx, database: one.database, wake });
    await one.commit(async (sql) => await last?.(sql, produced));
    if (woken) ctx.wake?.();
    return produced;
  } catch (error) {
    await one.rollback(error);
    throw error;
  }
}

async function inSavepoint<T>(sql: Sql, fn: (sql: Sql) => Promise<T>): Promise<T> {
  await sql.execute("SAVEPOINT passo");
  try {
    const result = await fn(sql);
    await sql.execute("RELEASE SAVEPOINT passo");
    return result;
  } catch (error) {
    await sql.execute("ROLLBACK TO SAVEPOINT passo").catch(() => {});
    throw error;
  }
}
