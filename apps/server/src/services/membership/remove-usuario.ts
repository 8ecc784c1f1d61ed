import { Refusal } from "../../errors.ts";
import { revokeUserSecrets } from "../api-token/revoke-user-secrets.ts";
import type { SignedInContext } from "../handler.ts";
import { anonymizeOutgoingEmails } from "../outgoing-email/outgoing-email.rows.ts";
import { revokeTokens } from "../usuario/link-token.rows.ts";
import { normalizeUserName, refuseProtected } from "../usuario/usuario.rules.ts";
import { eraseUsuario, type LockedUsuario, lockUsuario, setActive } from "../usuario/usuario-profile.rows.ts";
import { recordEntries } from "../usuario/usuario-registro.ts";

/**
 * Deletes a user. Only the registro still shows who it was; records that refer to the user remain.
 * @throws {Refusal} usuarioNaoEncontrado, usuarioProprietario, usuarioProprio
 */
export async function removeUsuario(ctx: SignedInContext, id: string): Promise<void> {
  await erase(ctx, id, (current) => refuseProtected(ctx.caller, current));
}

/**
 * Deletes the caller, in the same way; the session ends with it.
 * @param nomeUsuario the caller's own name, as a confirmation
 * @throws {Refusal} usuarioProprietarioSai, usuarioNaoConfere
 * @source LGPD (Lei 13.709/2018), art. 18, VI
 */
export async function removeSelf(ctx: SignedInContext, nomeUsuario: string): Promise<void> {
  await erase(ctx, ctx.caller.usuarioId, (current) => {
    if (current.proprietarioConta) throw new Refusal("usuarioProprietarioSai");
    if (normalizeUserName(nomeUsuario) !== current.nomeUsuario)
      throw new Refusal("usuarioNaoConfere", { campo: "nomeUsuario" });
  });
}

async function erase(
  ctx: SignedInContext,
  id: string,
  refuse: (current: LockedUsuario) => void,
): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withConta(contaId, async (db) => {
    const current = await lockUsuario(db, contaId, id);
    if (current === null) throw new Refusal("usuarioNaoEncontrado");
    refuse(current);
    const revogado = await revokeUserSecrets(ctx, db, current);
    await eraseUsuario(db, contaId, { id, now: ctx.clock.now() });
    await anonymizeOutgoingEmails(db, contaId, id);
    await recordEntries(ctx, db, [
      ...revogado,
      { acao: "excluir-usuario", alvo: id, detalhe: current.nomeUsuario },
    ]);
  });
}

/**
 * Activates or deactivates a user. Deactivation ends sessions and links, and revokes the user's API
 * tokens.
 * @throws {Refusal} usuarioNaoEncontrado, usuarioProprietario, usuarioProprio
 */
export async function switchActive(
  ctx: SignedInContext,
  { id, ativo }: { id: string; ativo: boolean },
): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withConta(contaId, async (db) => {
    const current = await lockUsuario(db, contaId, id);
    if (current === null) throw new Refusal("usuarioNaoEncontrado");
    if (!ativo) refuseProtected(ctx.caller, current);
    if (current.ativo === ativo) return;
    await setActive(db, contaId, { id, ativo });
    if (!ativo) await revokeTokens(db, contaId, { usuarioId: id });
    const revogado = ativo ? [] : await revokeUserSecrets(ctx, db, current);
    const acao = ativo ? "ativar-usuario" : "inativar-usuario";
    await recordEntries(ctx, db, [{ acao, alvo: id, detalhe: current.nomeUsuario }, ...revogado]);
  });
}
