import type { AppContext } from "../../app-context.ts";
import type { Caller } from "../handler.ts";
import { startOfJanela } from "../limite/limite.rules.ts";
import { registerAto } from "./register-ato.ts";

const HORA_MS = 3_600_000;

/**
 * Writes down that somebody asked for what they may not do: the first, the tenth, the hundredth… time in an hour for each method, so that
 * who asks without end does not fill the chain.
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
