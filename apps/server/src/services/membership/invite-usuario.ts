import { USUARIOS_MAX } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { planOutgoingEmailWithToken } from "../outgoing-email/outgoing-email.rows.ts";
import { createLinkToken } from "../usuario/link-token.rows.ts";
import {
  applyProfile,
  describeNew,
  maskEmail,
  normalizeUserName,
  refuseRestrictedManager,
  type SentProfile,
} from "../usuario/usuario.rules.ts";
import { countUsuarios, insertUsuario, lockUsuario, lockUsuarios } from "../usuario/usuario-profile.rows.ts";
import { listEntries, recordEntries, type UsuarioEntry } from "../usuario/usuario-registro.ts";
import { changeProfile, refuseForeignEmpresas } from "./change-profile.ts";
import { countEmail } from "./count-emails.ts";
import { refuseUsedName } from "./refuse-used-name.ts";

/** The user to invite: a new one, or, by id, one who has not accepted yet. */
export type Invitee = SentProfile & { id?: string | null | undefined };

/**
 * Invites a user. The user and the invitation e-mail are written in one transaction, both or neither.
 * @returns the user's id
 * @throws {Refusal} conviteNaoEnviado without an SMTP server or for an inactive user; usuarioJaAtivado,
 * usuariosDemais, nomeUsuarioEmUso, muitosConvites
 */
export async function inviteUsuario(ctx: SignedInContext, invitee: Invitee): Promise<string> {
  const { contaId } = ctx.caller;
  if (ctx.config.smtp === null) throw new Refusal("conviteNaoEnviado");
  await countEmail(ctx, { to: invitee.email, recusa: "muitosConvites" });
  return await refuseUsedName(() =>
    ctx.database.withConta(contaId, async (db) => {
      const { id, entries } = await writeInvitee(ctx, db, invitee);
      await sendConvite(ctx, db, { contaId, usuarioId: id, convidadoPor: ctx.caller.nome });
      const detalhe = `${normalizeUserName(invitee.nomeUsuario)}: ${maskEmail(invitee.email.trim())}`;
      entries.push({ acao: "convidar-usuario", alvo: id, detalhe });
      await recordEntries(ctx, db, entries);
      return id;
    }),
  );
}

async function writeInvitee(
  ctx: SignedInContext,
  db: Db,
  { id, ...enviado }: Invitee,
): Promise<{ id: string; entries: UsuarioEntry[] }> {
  if (id) return { id, entries: listEntries(await changeProfile(ctx, db, { id, sent: enviado })) };
  const { contaId } = ctx.caller;
  const updated = applyProfile(null, enviado);
  refuseRestrictedManager(updated, false);
  await lockUsuarios(db, contaId);
  if ((await countUsuarios(db, contaId)) >= USUARIOS_MAX) {
    throw new Refusal("usuariosDemais", { values: { limite: USUARIOS_MAX } });
  }
  await refuseForeignEmpresas(db, contaId, updated.empresas);
  const createdId = await insertUsuario(db, contaId, { ...updated, now: ctx.clock.now() });
  return {
    id: createdId,
    entries: [{ acao: "criar-usuario", alvo: createdId, detalhe: describeNew(updated) }],
  };
}

/** convidadoPor: null if the user requested the link. until: its expiry, if earlier than usual. */
type Convite = { contaId: string; usuarioId: string; convidadoPor: string | null; until?: Date | undefined };

/**
 * Creates the link of a user who has not accepted yet and queues its e-mail; the previous link ends.
 * The owner of a conta gets the e-mail for a new conta.
 * @throws {Refusal} usuarioJaAtivado; conviteNaoEnviado for an inactive user
 */
export async function sendConvite(
  ctx: Pick<SignedInContext, "clock" | "secretBox">,
  db: Db,
  { contaId, usuarioId, convidadoPor, until: ate }: Convite,
): Promise<void> {
  const usuario = await lockUsuario(db, contaId, usuarioId);
  if (usuario === null) throw new Refusal("usuarioNaoEncontrado");
  if (usuario.ativado) throw new Refusal("usuarioJaAtivado");
  if (!usuario.ativo) throw new Refusal("conviteNaoEnviado", { campo: "usuario.ativo" });
  const now = ctx.clock.now();
  const { nome, nomeUsuario, email: para } = usuario;
  const link = { usuarioId, tipo: "convite", now, until: ate } as const;
  const { id, token, expiraEm } = await createLinkToken(db, contaId, link);
  const dados = { usuarioId, nome, nomeUsuario, expiraEm, token };
  const envio = { ocasiao: `convite ${id}`, para, now, secretBox: ctx.secretBox };
  if (usuario.proprietarioConta) {
    await planOutgoingEmailWithToken(db, contaId, { ...envio, modelo: "conta-nova", dados });
  } else {
    await planOutgoingEmailWithToken(db, contaId, {
      ...envio,
      modelo: "convite",
      dados: { ...dados, convidadoPor },
    });
  }
}
