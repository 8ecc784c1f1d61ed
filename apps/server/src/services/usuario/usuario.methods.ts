import { Unauthorized } from "../auth/unauthorized.ts";
import { findConta } from "../conta/conta.rows.ts";
import type { Handlers } from "../handler.ts";
import { findUsuario } from "./usuario.rows.ts";

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
} satisfies Handlers<"Usuario">;
