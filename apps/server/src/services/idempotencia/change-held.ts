import type { SignedInContext } from "../handler.ts";
import { doInOne } from "./one-transaction.ts";
import { holdVersao, type Versionado } from "./versao.rows.ts";

/** Does some work on something that nobody else changes from its beginning to its end: what is read of it first still holds when it is changed. */
export async function changeHeld<C extends SignedInContext, T>(
  ctx: C,
  alvo: Versionado,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return await doInOne(ctx, { begin: (sql) => holdVersao(sql, ctx.caller.contaId, alvo) }, work);
}
