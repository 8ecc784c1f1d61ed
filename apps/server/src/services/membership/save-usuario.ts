import type { ParsedParamsOf } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import { Refusal, Unauthorized } from "../../errors.ts";
import { hashPassword } from "../../secrets/password.ts";
import { confirmPassword } from "../auth/confirm-password.ts";
import { requireRecentSignIn } from "../auth/require-recent-sign-in.ts";
import type { SignedInContext } from "../handler.ts";
import { findUsuario } from "../usuario/usuario.rows.ts";
import { changesAccess, isSameEmail, maskEmail } from "../usuario/usuario.rules.ts";
import { hasSession } from "../usuario/usuario-profile.rows.ts";
import { listEntries, recordEntries, type UsuarioEntry } from "../usuario/usuario-registro.ts";
import { type ChangedProfile, changeProfile } from "./change-profile.ts";
import { countEmail } from "./count-emails.ts";
import { inviteUsuario, sendConvite } from "./invite-usuario.ts";
import { refuseUsedName } from "./refuse-used-name.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { savePassword } from "./save-password.ts";

type SaveParams = ParsedParamsOf<"Usuario.saveUsuario">;

/**
 * Results of the steps before the transaction. matchedHash: the stored hash that the caller's own
 * password matched.
 */
type Preparation = { changesEmail: boolean; matchedHash: string | null; senhaHash: string | null };

/**
 * Saves a user. Without an id it invites a new one; `newPassword` is only for the caller.
 * @returns the user's id
 * @throws {Refusal} for invalid or forbidden input; nomeUsuarioEmUso; reautenticacaoNecessaria for a
 * new user or a change by {@link changesAccess}, unless the caller's password is sent too
 * @throws {Unauthorized} when the session ended while the password was being compared
 */
export async function saveUsuario(ctx: SignedInContext, request: SaveParams): Promise<string> {
  const { id, ...sent } = request.usuario;
  if (!id) requireRecentSignIn(ctx);
  const preparation = await prepare(ctx, request);
  if (!id) return await inviteUsuario(ctx, sent);
  await refuseUsedName(() =>
    ctx.database.withConta(ctx.caller.contaId, async (db) => {
      const changed = await changeProfile(ctx, db, { id, sent });
      if (preparation.matchedHash === null && changesAccess(changed)) requireRecentSignIn(ctx);
      await refuseOutdated(ctx, db, { changed, preparation });
      await recordEntries(ctx, db, await applySaveEffects(ctx, db, { changed, preparation }));
    }),
  );
  return id;
}

/**
 * Verifies the password, hashes the new one and counts the e-mail about an address change, outside any
 * transaction.
 */
async function prepare(ctx: SignedInContext, request: SaveParams): Promise<Preparation> {
  const { usuario, newPassword, senhaAtual } = request;
  const { contaId, usuarioId } = ctx.caller;
  const chosen = newPassword ?? null;
  const isOwn = usuario.id === usuarioId;
  if (chosen !== null && !isOwn) throw new Refusal("usuarioSoProprio", { campo: "newPassword" });
  const { id } = usuario;
  const before = id ? await ctx.database.withConta(contaId, (db) => findUsuario(db, contaId, id)) : null;
  const changesEmail = before !== null && !isSameEmail(before.email, usuario.email.trim());
  const matchedHash =
    isOwn && (chosen !== null || changesEmail) ? await provePassword(ctx, { senhaAtual, chosen }) : null;
  if (before !== null && changesEmail) {
    const para = before.ativado ? before.email : usuario.email;
    await countEmail(ctx, { to: para, recusa: "muitosPedidosSenha" });
  }
  return { changesEmail, matchedHash, senhaHash: chosen === null ? null : await hashPassword(chosen) };
}

type PasswordProof = { senhaAtual: string | null | undefined; chosen: string | null };

async function provePassword(ctx: SignedInContext, { senhaAtual, chosen }: PasswordProof): Promise<string> {
  if (!senhaAtual) throw new Refusal("senhaAtualObrigatoria", { campo: "senhaAtual" });
  const { contaId, usuarioId } = ctx.caller;
  if (chosen !== null) {
    await refuseWeakPassword(ctx, { contaId, usuarioId, senha: chosen, campo: "newPassword" });
  }
  return await confirmPassword(ctx, senhaAtual, "senhaAtual");
}

type SaveStep = { changed: ChangedProfile; preparation: Preparation };

/** With the user's row locked: checks that the results of {@link prepare} still apply. */
async function refuseOutdated(
  ctx: SignedInContext,
  db: Db,
  { changed, preparation }: SaveStep,
): Promise<void> {
  const { current, updated } = changed;
  const { changesEmail, matchedHash } = preparation;
  // A concurrent change of the address: this request's e-mail was not counted, nor its password
  // verified.
  if (!changesEmail && !isSameEmail(current.email, updated.email)) {
    throw new Refusal("muitosPedidosSenha", { values: { minutos: 1 } });
  }
  if (matchedHash === null) return;
  const { contaId, sessionId: sessaoId, usuarioId } = ctx.caller;
  if (!(await hasSession(db, contaId, { id: sessaoId, usuarioId, now: machineNow(ctx.clock) }))) {
    throw new Unauthorized();
  }
  if (current.senhaHash !== matchedHash) throw new Refusal("senhaAtualErrada", { campo: "senhaAtual" });
}

/** Applies the rest of a save (password, invitation); returns all its registro entries. */
async function applySaveEffects(
  ctx: SignedInContext,
  db: Db,
  { changed, preparation }: SaveStep,
): Promise<UsuarioEntry[]> {
  const { current, updated } = changed;
  const entries: UsuarioEntry[] = listEntries(changed);
  const { senhaHash } = preparation;
  if (senhaHash !== null) {
    await changePassword(ctx, db, { changed, senhaHash });
    entries.push({ acao: "trocar-senha", alvo: current.id, detalhe: updated.nomeUsuario });
  }
  if (await inviteAgain(ctx, db, changed)) {
    const detalhe = `${updated.nomeUsuario}: ${maskEmail(updated.email)}`;
    entries.push({ acao: "convidar-usuario", alvo: current.id, detalhe });
  }
  return entries;
}

async function changePassword(
  ctx: SignedInContext,
  db: Db,
  { changed: { current, updated }, senhaHash }: { changed: ChangedProfile; senhaHash: string },
): Promise<void> {
  const { contaId, sessionId: sessaoId } = ctx.caller;
  // Notify the previous address: an attacker who took the account over changes both at once.
  const usuario = {
    id: current.id,
    nome: updated.nome,
    nomeUsuario: updated.nomeUsuario,
    email: current.email,
  };
  await savePassword(db, contaId, { usuario, senhaHash, sessaoId, now: ctx.clock.now() });
}

/** Sends the invitation to the new address of a user who has not accepted yet. */
async function inviteAgain(
  ctx: SignedInContext,
  db: Db,
  { current, updated }: ChangedProfile,
): Promise<boolean> {
  if (current.ativado || !updated.ativo || isSameEmail(current.email, updated.email)) return false;
  if (ctx.config.smtp === null) return false;
  const { contaId, nome } = ctx.caller;
  await sendConvite(ctx, db, { contaId, usuarioId: current.id, convidadoPor: nome });
  return true;
}
