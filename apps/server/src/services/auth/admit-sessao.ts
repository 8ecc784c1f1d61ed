import type { AppContext } from "../../app-context.ts";
import type { Caller } from "../handler.ts";
import { expiryOf, SESSAO_TOQUE_MS } from "./auth.rules.ts";
import { findSessaoRow, touchSessao } from "./sessao.rows.ts";

/** A session found at the gate, before its conta was known. */
export type SessaoAchada = { contaId: string; sessaoId: string; usuarioId: string; sandbox: boolean };

/**
 * Turns a found session into a caller. Asked anew at every call, so that an inactive user, a changed role or a demo
 * conta without its sandbox is felt at once.
 */
export async function admitSessao(ctx: AppContext, sessao: SessaoAchada): Promise<Caller | null> {
  const { contaId, sessaoId, usuarioId, sandbox } = sessao;
  if (sandbox && ctx.config.sandbox === null) return null;
  const agora = ctx.clock.now();
  const row = await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await findSessaoRow(sql, contaId, sessaoId);
    if (found !== null && agora.getTime() - found.usadaEm.getTime() >= SESSAO_TOQUE_MS) {
      await touchSessao(sql, contaId, { id: sessaoId, agora, expiraEm: expiryOf(found.criadaEm, agora) });
    }
    return found;
  });
  if (row === null) return null;
  const { nomeUsuario, isManager, contaUf } = row;
  return { contaId, usuarioId, nomeUsuario, isManager, sessaoId, contaUf, contaSandbox: sandbox };
}
