import { type Database, type Db, executeText } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";

/** A database whose transactions share one, opened by the first of them and ended by its creator. */
type OneTransaction = {
  database: Database;
  /** Runs the last statements and commits. */
  commit(last: (db: Db) => Promise<void>): Promise<void>;
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
  begin: (db: Db) => Promise<void>,
): OneTransaction {
  const queue = { last: Promise.resolve() as Promise<unknown> };
  let opened: {
    db: Promise<Db>;
    ended: Promise<void>;
    decide(end: (db: Db) => Promise<void>): void;
  } | null = null;
  const open = () => {
    if (opened !== null) return opened;
    let decide = (_end: (db: Db) => Promise<void>): void => {};
    const decided = new Promise<(db: Db) => Promise<void>>((resolve) => {
      decide = resolve;
    });
    let ended: Promise<void> = Promise.resolve();
    const db = new Promise<Db>((resolve, reject) => {
      ended = database.withConta(contaId, async (one) => {
        await begin(one);
        resolve(one);
        await (await decided)(one);
      });
      ended.catch(reject);
    });
    opened = { db, ended, decide };
    return opened;
  };
  const end = async (last: (db: Db) => Promise<void>): Promise<void> => {
    const one = open();
    await one.db;
    one.decide(last);
    await one.ended;
  };
  return {
    database: {
      ...database,
      withConta: async (id, fn) => {
        if (id !== contaId) return await database.withConta(id, fn);
        const db = await open().db;
        const mine = queue.last.then(() => inSavepoint(db, fn));
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
export function shareTransaction(database: Database, contaId: string, db: Db): Database {
  return {
    ...database,
    withConta: async (id, fn) => (id === contaId ? await fn(db) : await database.withConta(id, fn)),
  };
}

/**
 * Runs work in one transaction, all of it or nothing; a
 * requested wake-up of the workers follows the commit.
 * @param begin the first statements; `last`: the last ones, which receive the result
 */
export async function runInOneTransaction<C extends SignedInContext, T>(
  ctx: C,
  { begin, last }: { begin(db: Db): Promise<void>; last?(db: Db, produced: T): Promise<void> },
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const one = joinTransactions(ctx.database, ctx.caller.contaId, begin);
  let woken = false;
  const wake = (): void => {
    woken = true;
  };
  try {
    const produced = await work({ ...ctx, database: one.database, wake });
    await one.commit(async (db) => await last?.(db, produced));
    if (woken) ctx.wake?.();
    return produced;
  } catch (error) {
    await one.rollback(error);
    throw error;
  }
}

/** Its statements are text, because Kysely has savepoints only in transactions that it opens. */
async function inSavepoint<T>(db: Db, fn: (db: Db) => Promise<T>): Promise<T> {
  await executeText(db, "SAVEPOINT passo");
  try {
    const result = await fn(db);
    await executeText(db, "RELEASE SAVEPOINT passo");
    return result;
  } catch (error) {
    await executeText(db, "ROLLBACK TO SAVEPOINT passo").catch(() => {});
    throw error;
  }
}
