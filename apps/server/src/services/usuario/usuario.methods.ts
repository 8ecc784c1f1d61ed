import { Unauthorized } from "../auth/unauthorized.ts";
import { findConta } from "../conta/conta.rows.ts";
import type { Handlers } from "../handler.ts";
import { findUsuario } from "./usuario.rows.ts";

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const usuarioMethods = {
  "Usuario.getUsuarioAtual": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    return await ctx.database.withConta(contaId, async (db) => {
      const usuario = await findUsuario(db, contaId, usuarioId);
      const conta = await findConta(db, contaId);
      if (usuario === null || conta === null) throw new Unauthorized();
      return { object: { usuario, conta } };
    });
  },
  "Usuario.getAPIToken": emConstrucao,
  "Usuario.setNewAPIToken": emConstrucao,
  "Usuario.getListUsuario": emConstrucao,
  "Usuario.getUsuario": emConstrucao,
  "Usuario.saveUsuario": emConstrucao,
  "Usuario.deleteUsuario": emConstrucao,
  "Usuario.saveColor": emConstrucao,
  "Usuario.setAtivo": emConstrucao,
  "Usuario.resetPassword": emConstrucao,
  "Usuario.loadSetupPassword": emConstrucao,
  "Usuario.saveSetupPassword": emConstrucao,
  "Usuario.inviteUsuario": emConstrucao,
  "Usuario.loadInviteUsuario": emConstrucao,
  "Usuario.saveInviteUsuario": emConstrucao,
} satisfies Handlers<"Usuario">;
