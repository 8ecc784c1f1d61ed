import type { AppContext } from "../app-context.ts";
import { deleteVistos } from "../services/antivirus/antivirus.rows.ts";
import { VALE_MS } from "../services/antivirus/pass-antivirus.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Rows of one conta per run; the rest waits for the next. */
const LIMITE = 20_000;

/** Deletes expired antivirus results. */
export async function sweepAntivirus(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const ate = new Date(ctx.clock.now().getTime() - VALE_MS);
  return await eachConta(ctx, signal, (sql, contaId) => deleteVistos(sql, contaId, { ate, limite: LIMITE }));
}
