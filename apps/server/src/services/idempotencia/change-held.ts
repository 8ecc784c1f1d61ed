import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { doInOne, shareTransaction } from "./one-transaction.ts";
import { holdVersao, type Versionado } from "./versao.rows.ts";

/**
 * Does some work on something that nobody else changes from when it is judged to the work's end. It is judged at the beginning of the first
 * transaction that the work asks for: what the work does before that, such as asking for an address, keeps nobody waiting.
 * @param judge reads what is there; throws when it is not to be changed
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
