import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { revokeUserSecrets } from "../api-token/revoke-user-secrets.ts";
import type { SignedInContext } from "../handler.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { revokeTokens } from "../usuario/link-token.rows.ts";
import {
  applyProfile,
  isSameEmail,
  maskEmail,
  type Profile,
  refuseEdit,
  type SentProfile,
} from "../usuario/usuario.rules.ts";
import {
  countEmpresas,
  type LockedUsuario,
  lockUsuario,
  updateUsuario,
} from "../usuario/usuario-profile.rows.ts";
import type { UsuarioEntry } from "../usuario/usuario-registro.ts";

/** A user before and after a change. revogado: registro entries for the API tokens that it revoked. */
export type ChangedProfile = { current: LockedUsuario; updated: Profile; revogado: readonly UsuarioEntry[] };

/**
 * Changes a user's profile, if the caller may.
 * @throws {Refusal} usuarioNaoEncontrado; the refusals of {@link refuseEdit}; empresaNaoEncontrada
 */
export async function changeProfile(
  ctx: SignedInContext,
  db: Db,
  { id, sent: enviado }: { id: string; sent: SentProfile },
): Promise<ChangedProfile> {
  const { contaId } = ctx.caller;
  const current = await lockUsuario(db, contaId, id);
  if (current === null) throw new Refusal("usuarioNaoEncontrado");
  const updated = applyProfile(current, enviado);
  refuseEdit({ caller: ctx.caller, current, updated });
  if (enviado.empresas !== undefined) await refuseForeignEmpresas(db, contaId, updated.empresas);
  await updateUsuario(db, contaId, { id, profile: updated, withEmpresas: enviado.empresas !== undefined });
  const revogado = losesTokens(current, updated) ? await revokeUserSecrets(ctx, db, current) : [];
  await applyChangeEffects(ctx, db, { current, updated });
  return { current, updated, revogado };
}

/** API tokens require an active manager: a user who stops being one loses them. */
function losesTokens(current: LockedUsuario, updated: Profile): boolean {
  return (current.ativo && !updated.ativo) || (current.administrador && !updated.administrador);
}

/** @throws {Refusal} empresaNaoEncontrada when an empresa is not of the conta */
export async function refuseForeignEmpresas(
  db: Db,
  contaId: string,
  empresas: readonly string[] | null,
): Promise<void> {
  if (empresas === null || empresas.length === 0) return;
  if ((await countEmpresas(db, contaId, empresas)) < empresas.length) {
    throw new Refusal("empresaNaoEncontrada", { campo: "usuario.empresas" });
  }
}

/**
 * Revokes links sent to a replaced address or to a user made inactive.
 * Notifies the previous address that it was replaced.
 */
async function applyChangeEffects(
  ctx: SignedInContext,
  db: Db,
  { current, updated }: Omit<ChangedProfile, "revogado">,
): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const emailChanged = !isSameEmail(current.email, updated.email);
  if (emailChanged || !updated.ativo) await revokeTokens(db, contaId, { usuarioId: current.id });
  if (!emailChanged || !current.ativado) return;
  const now = ctx.clock.now();
  await planOutgoingEmail(db, contaId, {
    modelo: "email-trocado",
    ocasiao: `email-trocado ${current.id} ${now.toISOString()}`,
    para: current.email,
    dados: {
      usuarioId: current.id,
      nome: updated.nome,
      nomeUsuario: updated.nomeUsuario,
      quando: now,
      emailNovo: maskEmail(updated.email),
      propria: current.id === usuarioId,
    },
    now,
  });
}
