import type { AppContext } from "../../app-context.ts";
import type { SessaoAchada } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import { expiryOf, SESSAO_TOQUE_MS } from "./auth.rules.ts";
import { touchSessao } from "./sessao.rows.ts";

/**
 * Turns a found session into a caller. Reads the user's state at every call:
 * an inactive user, a changed role or a demo conta without its sandbox takes effect at once.
 */
export async function admitSessao(ctx: AppContext, sessao: SessaoAchada): Promise<Caller | null> {
  const { contaId, sessaoId, usuarioId, nome } = sessao;
  if (sessao.sandbox && ctx.config.sandbox === null) return null;
  const agora = ctx.clock.now();
  if (agora.getTime() - sessao.usadaEm.getTime() >= SESSAO_TOQUE_MS) {
    const toque = { id: sessaoId, agora, expiraEm: expiryOf(sessao.criadaEm, agora) };
    await ctx.database.withContaSql(contaId, (sql) => touchSessao(sql, contaId, toque));
  }
  return {
    contaId,
    usuarioId,
    donoId: usuarioId,
    nome,
    isManager: sessao.gerente,
    isPerson: true,
    isProprietario: sessao.proprietario,
    isManifestante: sessao.manifestante,
    lacksSegundoFator: sessao.semFator,
    autenticadaEm: sessao.autenticadaEm,
    escopos: null,
    empresas: sessao.empresas,
    sessaoId,
    contaUf: sessao.uf,
    contaSandbox: sessao.sandbox,
  };
}
