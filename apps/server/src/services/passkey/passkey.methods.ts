import { PASSKEYS_MAX } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import { lockSecondFactor } from "../auth/second-factor.rows.ts";
import type { Handlers } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { startAssertion } from "./challenge.ts";
import { findPasskeys, renamePasskey } from "./passkey.rows.ts";
import { relyingPartyOf } from "./passkey.rules.ts";
import { confirmPasskey, startPasskey } from "./register-passkey.ts";
import { removePasskey } from "./remove-passkey.ts";
import { signInByPasskey, startSignIn } from "./sign-in-passkey.ts";

export const passkeyMethods = {
  "Passkey.getListPasskey": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    const { results, quem } = await ctx.database.withConta(contaId, async (db) => ({
      results: await findPasskeys(db, contaId, usuarioId),
      quem: await lockSecondFactor(db, contaId, usuarioId),
    }));
    const origem = relyingPartyOf(ctx.config)?.origin ?? null;
    const autenticador = quem !== null && quem.desde !== null;
    return { results, totalCount: results.length, object: { origem, limite: PASSKEYS_MAX, autenticador } };
  },

  "Passkey.startPasskey": async (ctx) => ({ object: await startPasskey(ctx) }),

  "Passkey.confirmPasskey": async (ctx, request) => ({ object: await confirmPasskey(ctx, request) }),

  "Passkey.renamePasskey": async (ctx, { id, nome }) => {
    const { contaId, usuarioId } = ctx.caller;
    await ctx.database.withConta(contaId, async (db) => {
      const updated = nome.trim();
      const before = await renamePasskey(db, contaId, { id, usuarioId, nome: updated });
      if (before === null) throw new Refusal("passkeyNaoEncontrada");
      if (before === updated) return;
      await registerAct(ctx, db, { acao: "renomear-passkey", alvo: id, detalhe: `${before} → ${updated}` });
    });
    return {};
  },

  "Passkey.removePasskey": async (ctx, request) => {
    await removePasskey(ctx, request);
    return {};
  },

  "Passkey.startProva": async (ctx) => {
    const { contaId, usuarioId } = ctx.caller;
    const passkeys = await ctx.database.withConta(contaId, (db) => findPasskeys(db, contaId, usuarioId));
    if (passkeys.length === 0) throw new Refusal("passkeyNaoEncontrada");
    return { object: await startAssertion(ctx, { uso: "provar", usuarioId, passkeys }) };
  },

  "Passkey.startEntrada": async (ctx) => ({ object: await startSignIn(ctx) }),

  "Passkey.logar": async (ctx, request) => ({ authToken: await signInByPasskey(ctx, request) }),
} satisfies Handlers<"Passkey">;
