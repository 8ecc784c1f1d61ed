import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import type { Ato } from "../usuario/pessoa-registro.ts";
import { revokeApiTokens } from "./api-token.rows.ts";
import { deleteSegredosDe } from "./segredo.rows.ts";

/**
 * Ends for good the secrets that somebody was shown who may enter no more, or manages no more: they must not wake with them. A token that
 * another manager rotated lives on by the newer secret; one that has none left is over.
 * @returns the acts of it
 * @NOTE hold the usuario before (lockUsuario): who makes a secret holds it, too
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
