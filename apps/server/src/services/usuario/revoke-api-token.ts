import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { revokeApiToken } from "./api-token.rows.ts";
import type { Ato } from "./pessoa-registro.ts";

/**
 * Ends the conta's token for good when who made it is kept out: it must not wake with them.
 * @returns the act of it; none when the token was another's, or there was none
 * @NOTE hold the usuario before (lockUsuario): who makes a token holds it, too
 */
export async function endApiToken(
  ctx: SignedInContext,
  sql: Sql,
  { id, nomeUsuario }: { id: string; nomeUsuario: string },
): Promise<Ato[]> {
  const { contaId } = ctx.caller;
  const mascara = await revokeApiToken(sql, contaId, { usuarioId: id, agora: ctx.clock.now() });
  if (mascara === null) return [];
  return [{ acao: "revogar-api-token", alvo: id, detalhe: `${nomeUsuario}: ${mascara}` }];
}
