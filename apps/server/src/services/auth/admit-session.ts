import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { FoundSession } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import { expiryOf, SESSION_TOUCH_MS } from "./auth.rules.ts";
import { touchSession } from "./session.rows.ts";

/**
 * Turns a found session into a caller. Reads the user's state at every call:
 * an inactive user, a changed role or a demo conta without its sandbox takes effect at once.
 */
export async function admitSession(ctx: AppContext, session: FoundSession): Promise<Caller | null> {
  const { contaId, sessaoId, usuarioId, nome } = session;
  if (session.sandbox && ctx.config.sandbox === null) return null;
  const now = machineNow(ctx.clock);
  if (now.getTime() - session.usadaEm.getTime() >= SESSION_TOUCH_MS) {
    const touch = { id: sessaoId, now, expiraEm: expiryOf(session.criadaEm, now) };
    await ctx.database.withConta(contaId, (db) => touchSession(db, contaId, touch));
  }
  return {
    contaId,
    usuarioId,
    ownerId: usuarioId,
    nome,
    isManager: session.gerente,
    isPerson: true,
    isProprietario: session.proprietario,
    isManifestante: session.manifestante,
    lacksSecondFactor: session.semFator,
    authenticatedAt: session.autenticadaEm,
    scopes: null,
    empresas: session.empresas,
    sessionId: sessaoId,
    contaUf: session.uf,
    contaSandbox: session.sandbox,
  };
}
