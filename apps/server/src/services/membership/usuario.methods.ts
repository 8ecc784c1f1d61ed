import { Refusal, Unauthorized } from "../../errors.ts";
import { readMainToken, renewMainToken } from "../api-token/main-token.ts";
import { findConta } from "../conta/conta.rows.ts";
import type { Handlers } from "../handler.ts";
import { findUsuario, findUsuarios, isProductOperator } from "../usuario/usuario.rows.ts";
import { compareUsuarios, hidePersonal, writeCaller } from "../usuario/usuario.rules.ts";
import { setColor } from "../usuario/usuario-profile.rows.ts";
import { findLinkHolder, followLink } from "./follow-link.ts";
import { inviteUsuario } from "./invite-usuario.ts";
import { readPersonalData } from "./personal-data.ts";
import { removeSelf, removeUsuario, switchActive } from "./remove-usuario.ts";
import { requestPasswordReset } from "./reset-password.ts";
import { saveUsuario } from "./save-usuario.ts";

export const usuarioMethods = {
  "Usuario.getUsuarioAtual": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    return await ctx.database.withConta(contaId, async (db) => {
      const usuario = await findUsuario(db, contaId, usuarioId);
      const conta = await findConta(db, contaId);
      if (usuario === null || conta === null) throw new Unauthorized();
      // An API token is not a user.
      const produto = ctx.caller.isPerson && (await isProductOperator(db, contaId, usuarioId));
      return { object: { usuario: writeCaller(ctx.caller, usuario), conta, produto } };
    });
  },

  "Usuario.getAPIToken": async (ctx) => ({ object: await readMainToken(ctx) }),

  "Usuario.setNewAPIToken": async (ctx) => {
    const object = await renewMainToken(ctx);
    ctx.wake?.();
    return { object, mensagem: "apiTokenGerado" };
  },

  "Usuario.getListUsuario": async (ctx, { listSearchOrder }) => {
    const { contaId } = ctx.caller;
    const all = await ctx.database.withConta(contaId, (db) => findUsuarios(db, contaId));
    const usuarios = all.map((usuario) => hidePersonal(ctx.caller, usuario));
    return {
      results: usuarios.toSorted(compareUsuarios(listSearchOrder ?? "usuario")),
      totalCount: usuarios.length,
    };
  },

  "Usuario.getUsuario": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const usuario = await ctx.database.withConta(contaId, (db) => findUsuario(db, contaId, id));
    if (usuario === null) throw new Refusal("usuarioNaoEncontrado");
    return { object: usuario };
  },

  "Usuario.saveUsuario": async (ctx, request) => {
    const id = await saveUsuario(ctx, request);
    ctx.wake?.();
    return request.usuario.id ? { object: { id } } : { object: { id }, mensagem: "conviteEnviado" };
  },

  "Usuario.deleteUsuario": async (ctx, { id }) => {
    await removeUsuario(ctx, id);
    return {};
  },

  "Usuario.getMeusDados": async (ctx, { antesDe }) => ({
    object: await readPersonalData(ctx, antesDe ?? null),
  }),

  "Usuario.deleteMeusDados": async (ctx, { nomeUsuario }) => {
    await removeSelf(ctx, nomeUsuario);
    return { mensagem: "meusDadosApagados" };
  },

  "Usuario.saveColor": async (ctx, { color }) => {
    const { contaId, usuarioId } = ctx.caller;
    await ctx.database.withConta(contaId, (db) => setColor(db, contaId, { id: usuarioId, color }));
    return {};
  },

  "Usuario.setAtivo": async (ctx, { id, ativo }) => {
    await switchActive(ctx, { id, ativo });
    return { mensagem: ativo ? "usuarioAtivado" : "usuarioInativado" };
  },

  "Usuario.resetPassword": async (ctx, { email }) => {
    await requestPasswordReset(ctx, email);
    return { mensagem: "redefinicaoEnviada" };
  },

  "Usuario.loadSetupPassword": async (ctx, { resetToken }) => ({
    object: await findLinkHolder(ctx, { tipo: "senha", token: resetToken }),
  }),

  "Usuario.saveSetupPassword": async (ctx, { resetToken, newPassword }) => {
    await followLink(ctx, { tipo: "senha", token: resetToken }, { senha: newPassword, campo: "newPassword" });
    ctx.wake?.();
    return { mensagem: "senhaRedefinida" };
  },

  "Usuario.inviteUsuario": async (ctx, { usuario }) => {
    const id = await inviteUsuario(ctx, usuario);
    ctx.wake?.();
    return { object: { id }, mensagem: "conviteEnviado" };
  },

  "Usuario.loadInviteUsuario": async (ctx, { inviteToken }) => ({
    object: await findLinkHolder(ctx, { tipo: "convite", token: inviteToken }),
  }),

  "Usuario.saveInviteUsuario": async (ctx, { usuario, inviteToken, password }) => {
    const link = { tipo: "convite", token: inviteToken } as const;
    await followLink(ctx, link, { senha: password, campo: "password", nomes: usuario ?? undefined });
    return { mensagem: "conviteAceito" };
  },
} satisfies Handlers<"Usuario">;
