import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import type { Ato } from "../usuario/pessoa-registro.ts";
import { revokeApiTokens } from "./api-token.rows.ts";
import { deleteSegredosDe } from "./segredo.rows.ts";

/**
 * Deletes the secrets shown to a user who lost access or the manager role, so that they stay invalid.
 * A token rotated by another manager keeps its newer secret; a token without secrets is revoked.
 * @returns the acts for the audit record
 * @NOTE lock the usuario first (lockUsuario): creating a secret locks that row too
 */
export async function endApiTokens(
  ctx: SignedInContext,
  sql: Sql,
  { id, nomeUsuario }: { id: string; nomeUsuario: string },
): Promise<Ato[]> {
  const { contaId } = ctx.caller;
  const idos = await deleteSegredosDe(sql, contaId, id);
  const ids = idos.flatMap(({ tokenId, acabou }) => (acabou ? [tokenId] : []));
  await revokeApiTokens(sql, contaId, { ids, agora: ctx.clock.now() });
  return idos.map(({ nome, mascara }) => ({
    acao: "revogar-api-token",
    alvo: id,
    detalhe: `${nomeUsuario}: ${nome} ${mascara}`,
  }));
}
