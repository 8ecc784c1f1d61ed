import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { runInOneTransaction, shareTransaction } from "./one-transaction.ts";
import { lockVersion, type VersionedResource } from "./version.rows.ts";

/**
 * Runs work on a row that no other writer changes between its check and the end of the work. The check
 * opens the first transaction. Earlier steps of the work, such as a name lookup, lock nothing.
 * @param check reads the row; throws when it must not be changed
 */
export async function changeLocked<C extends SignedInContext, T>(
  ctx: C,
  resource: VersionedResource,
  { check, work }: { check(ctx: C): Promise<void>; work(ctx: C): Promise<T> },
): Promise<T> {
  const { contaId } = ctx.caller;
  const begin = async (db: Db): Promise<void> => {
    await lockVersion(db, contaId, resource);
    await check({ ...ctx, database: shareTransaction(ctx.database, contaId, db) });
  };
  return await runInOneTransaction(ctx, { begin }, work);
}
