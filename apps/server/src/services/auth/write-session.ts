import { machineNow } from "../../clock.ts";
import { type Db, newId } from "../../db/index.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import type { PublicContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { expiryOf, USER_AGENT_MAX } from "./auth.rules.ts";
import { insertSession } from "./session.rows.ts";

/** token: of the tab that signed in; arquivoToken: of the cookie, valid for files only. */
export type OpenedSession = { token: string; arquivoToken: string };

/**
 * Opens a session for a user who has just been verified, and records it.
 * detalhe: the origin and method of the sign-in.
 */
export async function writeSession(
  ctx: PublicContext,
  db: Db,
  { contaId, usuario, detalhe }: { contaId: string; usuario: { id: string; nome: string }; detalhe: string },
): Promise<OpenedSession> {
  const [token, arquivoToken] = [createToken(), createToken()];
  // Sessions live in the time of the machine: a jump of the sandbox's day ends none.
  const now = machineNow(ctx.clock);
  const { id: usuarioId, nome } = usuario;
  await insertSession(db, contaId, {
    id: newId(),
    usuarioId,
    arquivoHash: hashToken(arquivoToken),
    tokenHash: hashToken(token),
    origem: ctx.visit.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    now,
    expiraEm: expiryOf(now, now),
    autenticadaEm: now,
  });
  const entry = {
    acao: "entrar",
    detalhe,
    quando: ctx.clock.now(),
    usuarioId,
    usuario: nome,
    alvo: usuarioId,
  } as const;
  await insertRegistros(db, contaId, [entry]);
  return { token, arquivoToken };
}
