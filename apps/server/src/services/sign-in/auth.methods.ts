import type { RegistroAction } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import { Refusal, Unauthorized } from "../../errors.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import { admitSession } from "../auth/admit-session.ts";
import { deleteSession, endSessions, findSessions, insertToken } from "../auth/session.rows.ts";
import type { Caller, Handlers } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { activateSecondFactor, removeSecondFactor, startSecondFactor } from "./manage-second-factor.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { signIn } from "./sign-in.ts";

export const authMethods = {
  "Auth.logar": async (ctx, params) => ({ authToken: await signIn(ctx, params) }),

  "Auth.retomar": async (ctx) => {
    const { fileToken: arquivoToken } = ctx.visit;
    const now = machineNow(ctx.clock);
    const session =
      arquivoToken === null
        ? null
        : await ctx.database.gatekeeper.findFileSession(hashToken(arquivoToken), now);
    const caller = session === null ? null : await admitSession(ctx, session);
    if (caller === null) throw new Unauthorized();
    const { contaId, sessionId: sessaoId } = caller;
    const token = createToken();
    await ctx.database.withConta(contaId, (db) =>
      insertToken(db, contaId, { sessaoId, tokenHash: hashToken(token), agora: now }),
    );
    return { authToken: token };
  },

  "Auth.sair": async (ctx) => {
    const { contaId, sessionId: id, usuarioId } = ctx.caller;
    const now = machineNow(ctx.clock);
    await ctx.database.withConta(contaId, async (db) => {
      if (!(await deleteSession(db, contaId, { id, usuarioId, now }))) return;
      await recordEntry(db, ctx.caller, { acao: "sair", quando: ctx.clock.now(), alvo: usuarioId });
    });
    ctx.visit.setFileToken(null);
    return {};
  },

  "Auth.getListSessao": async (ctx) => {
    const { contaId, usuarioId, sessionId: sessaoId } = ctx.caller;
    const now = machineNow(ctx.clock);
    const sessions = await ctx.database.withConta(contaId, (db) =>
      findSessions(db, contaId, { usuarioId, now }),
    );
    const results = sessions.map((session) => ({ ...session, atual: session.id === sessaoId }));
    return { results, totalCount: results.length };
  },

  "Auth.endSessao": async (ctx, { id }) => {
    const { contaId, usuarioId, sessionId: sessaoId } = ctx.caller;
    const now = machineNow(ctx.clock);
    await ctx.database.withConta(contaId, async (db) => {
      if (!(await deleteSession(db, contaId, { id, usuarioId, now }))) {
        throw new Refusal("sessaoNaoEncontrada");
      }
      await recordEntry(db, ctx.caller, { acao: "encerrar-sessao", quando: ctx.clock.now(), alvo: id });
    });
    if (id === sessaoId) ctx.visit.setFileToken(null);
    return {};
  },

  "Auth.endOutrasSessoes": async (ctx) => {
    const { contaId, usuarioId, sessionId: sessaoId } = ctx.caller;
    const at = ctx.clock.now();
    const endedCount = await ctx.database.withConta(contaId, async (db) => {
      const ended = await endSessions(db, contaId, { usuarioId, except: sessaoId });
      const entry = { acao: "encerrar-sessao", quando: at, alvo: usuarioId, detalhe: String(ended) } as const;
      if (ended > 0) await recordEntry(db, ctx.caller, entry);
      return ended;
    });
    return { object: { encerradas: endedCount } };
  },

  "Auth.startSegundoFator": async (ctx, { senha }) => ({ object: await startSecondFactor(ctx, senha) }),

  "Auth.confirmSegundoFator": async (ctx, { codigo }) => ({
    object: { codigosReserva: await activateSecondFactor(ctx, codigo) },
  }),

  "Auth.removeSegundoFator": async (ctx, proofs) => {
    await removeSecondFactor(ctx, proofs);
    return {};
  },

  "Auth.reautenticar": async (ctx, proofs) => {
    await reauthenticate(ctx, proofs);
    return {};
  },
} satisfies Handlers<"Auth">;

type SessionEntry = { acao: RegistroAction; quando: Date; alvo: string; detalhe?: string };

async function recordEntry(db: Db, caller: Caller, { detalhe = "", ...entry }: SessionEntry): Promise<void> {
  const { contaId, usuarioId, nome: usuario } = caller;
  await insertRegistros(db, contaId, [{ ...entry, usuarioId, usuario, detalhe: detalhe || null }]);
}
