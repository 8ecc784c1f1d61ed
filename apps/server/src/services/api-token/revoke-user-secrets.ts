import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import type { UsuarioEntry } from "../usuario/usuario-registro.ts";
import { revokeApiTokens } from "./api-token.rows.ts";
import { deleteSecretsOfUser } from "./secret.rows.ts";

/**
 * Deletes the secrets shown to a user who lost access or the manager role, so that they stay invalid.
 * A token rotated by another manager keeps its newer secret; a token without secrets is revoked.
 * @returns the acts for the audit record
 * @NOTE lock the usuario first (lockUsuario): creating a secret locks that row too
 */
export async function revokeUserSecrets(
  ctx: SignedInContext,
  db: Db,
  { id, nomeUsuario: userName }: { id: string; nomeUsuario: string },
): Promise<UsuarioEntry[]> {
  const { contaId } = ctx.caller;
  const deleted = await deleteSecretsOfUser(db, contaId, id);
  const ids = deleted.flatMap(({ tokenId, acabou }) => (acabou ? [tokenId] : []));
  await revokeApiTokens(db, contaId, { ids, now: ctx.clock.now() });
  return deleted.map(({ nome, mascara }) => ({
    acao: "revogar-api-token",
    alvo: id,
    detalhe: `${userName}: ${nome} ${mascara}`,
  }));
}
