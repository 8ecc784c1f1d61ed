import { HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { Caller } from "../handler.ts";
import { startOfWindow } from "../rate-limit/window.rules.ts";
import { registerAct } from "./register-act.ts";

/**
 * Records a refused call: per user and method the 1st, 10th, 100th… in an hour, so that repeated
 * calls do not fill the chain.
 */
export async function registerRefusal(ctx: AppContext, caller: Caller, method: string): Promise<void> {
  const { contaId, usuarioId } = caller;
  const windowStart = startOfWindow(ctx.clock.now(), HOUR_MS);
  const times = await ctx.database.gatekeeper.countUse(`recusa:${usuarioId}:${method}`, windowStart);
  if (!/^10*$/.test(String(times))) return;
  const detalhe = times === 1 ? method : `${method} · ${times} vezes nesta hora`;
  await ctx.database.withConta(contaId, (db) =>
    registerAct({ caller, clock: ctx.clock }, db, { acao: "acesso-recusado", alvo: usuarioId, detalhe }),
  );
}
