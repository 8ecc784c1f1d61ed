import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { doInOne, shareTransaction } from "./one-transaction.ts";
import { holdVersao, type Versionado } from "./versao.rows.ts";

/**
 * Runs work on a row that no other writer changes between its check and the end of the work. The check
 * opens the first transaction. Earlier steps of the work, such as a name lookup, lock nothing.
 * @param judge reads the row; throws when it must not be changed
 */
export async function changeHeld<C extends SignedInContext, T>(
  ctx: C,
  alvo: Versionado,
  { judge, work }: { judge(ctx: C): Promise<void>; work(ctx: C): Promise<T> },
): Promise<T> {
  const { contaId } = ctx.caller;
  const begin = async (sql: Sql): Promise<void> => {
    await holdVersao(sql, contaId, alvo);
    await judge({ ...ctx, database: shareTransaction(ctx.database, contaId, sql) });
  };
  return await doInOne(ctx, { begin }, work);
}
