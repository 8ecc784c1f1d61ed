import type { AppContext } from "../../app-context.ts";
import type { Caller } from "../handler.ts";
import { startOfJanela } from "../limite/limite.rules.ts";
import { registerAto } from "./register-ato.ts";

const HORA_MS = 3_600_000;

/**
 * Records a refused call: per user and method the 1st, 10th, 100th… in an hour, so that repeated
 * calls do not fill the chain.
 */
export async function registerRecusa(ctx: AppContext, caller: Caller, method: string): Promise<void> {
  const { contaId, usuarioId } = caller;
  const janela = startOfJanela(ctx.clock.now(), HORA_MS);
  const vezes = await ctx.database.portaria.countUso(`recusa:${usuarioId}:${method}`, janela);
  if (!/^10*$/.test(String(vezes))) return;
  const detalhe = vezes === 1 ? method : `${method} · ${vezes} vezes nesta hora`;
  await ctx.database.withContaSql(contaId, (sql) =>
    registerAto({ caller, clock: ctx.clock }, sql, { acao: "acesso-recusado", alvo: usuarioId, detalhe }),
  );
}
