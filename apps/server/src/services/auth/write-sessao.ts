import { machineNow } from "../../clock.ts";
import { newId, type Sql } from "../../db/index.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import type { PublicContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { expiryOf, ORIGEM_MAX } from "./auth.rules.ts";
import { insertSessao } from "./sessao.rows.ts";

/** token: of the tab that signed in; arquivoToken: of the cookie, valid for files only. */
export type Entrou = { token: string; arquivoToken: string };

/**
 * Opens a session for a user who has just been verified, and records it.
 * detalhe: the origin and method of the sign-in.
 */
export async function writeSessao(
  ctx: PublicContext,
  sql: Sql,
  { contaId, usuario, detalhe }: { contaId: string; usuario: { id: string; nome: string }; detalhe: string },
): Promise<Entrou> {
  const [token, arquivoToken, agora] = [createToken(), createToken(), ctx.clock.now()];
  const { id: usuarioId, nome } = usuario;
  await insertSessao(sql, contaId, {
    id: newId(),
    usuarioId,
    arquivoHash: hashToken(arquivoToken),
    tokenHash: hashToken(token),
    origem: ctx.visit.agente?.slice(0, ORIGEM_MAX) ?? null,
    agora,
    expiraEm: expiryOf(agora, agora),
    autenticadaEm: machineNow(ctx.clock),
  });
  const ato = { acao: "entrar", detalhe, quando: agora, usuarioId, usuario: nome, alvo: usuarioId } as const;
  await insertRegistros(sql, contaId, [ato]);
  return { token, arquivoToken };
}
