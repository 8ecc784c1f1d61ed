import { PASSKEYS_MAX } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import { findSegundoFator } from "../auth/segundo-fator.rows.ts";
import type { Handlers } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { startProva } from "./desafio.ts";
import { logarPasskey, startEntrada } from "./logar-passkey.ts";
import { findPasskeys, renamePasskey } from "./passkey.rows.ts";
import { relyingPartyOf } from "./passkey.rules.ts";
import { confirmPasskey, startPasskey } from "./register-passkey.ts";
import { removePasskey } from "./remove-passkey.ts";

export const passkeyMethods = {
  "Passkey.getListPasskey": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    const { results, quem } = await ctx.database.withContaSql(contaId, async (sql) => ({
      results: await findPasskeys(sql, contaId, usuarioId),
      quem: await findSegundoFator(sql, contaId, usuarioId),
    }));
    const origem = relyingPartyOf(ctx.config)?.origem ?? null;
    const autenticador = quem !== null && quem.desde !== null;
    return { results, totalCount: results.length, object: { origem, limite: PASSKEYS_MAX, autenticador } };
  },

  "Passkey.startPasskey": async (ctx) => ({ object: await startPasskey(ctx) }),

  "Passkey.confirmPasskey": async (ctx, pedido) => ({ object: await confirmPasskey(ctx, pedido) }),

  "Passkey.renamePasskey": async (ctx, { id, nome }) => {
    const { contaId, usuarioId } = ctx.caller;
    await ctx.database.withContaSql(contaId, async (sql) => {
      const novo = nome.trim();
      const antes = await renamePasskey(sql, contaId, { id, usuarioId, nome: novo });
      if (antes === null) throw new Refusal("passkeyNaoEncontrada");
      if (antes === novo) return;
      await registerAto(ctx, sql, { acao: "renomear-passkey", alvo: id, detalhe: `${antes} → ${novo}` });
    });
    return {};
  },

  "Passkey.removePasskey": async (ctx, pedido) => {
    await removePasskey(ctx, pedido);
    return {};
  },

  "Passkey.startProva": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    const conhecidas = await ctx.database.withContaSql(contaId, (sql) =>
      findPasskeys(sql, contaId, usuarioId),
    );
    if (conhecidas.length === 0) throw new Refusal("passkeyNaoEncontrada");
    return { object: await startProva(ctx, { uso: "provar", usuarioId, conhecidas }) };
  },

  "Passkey.startEntrada": async (ctx) => ({ object: await startEntrada(ctx) }),

  "Passkey.logar": async (ctx, pedido) => ({ authToken: await logarPasskey(ctx, pedido) }),
} satisfies Handlers<"Passkey">;
