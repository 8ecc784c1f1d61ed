import type { Acao } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import type { Caller, Handlers } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { admitSessao } from "./admit-sessao.ts";
import { logar } from "./logar.ts";
import { reautenticar } from "./reautenticar.ts";
import { confirmSegundoFator, removeSegundoFator, startSegundoFator } from "./segundo-fator.ts";
import { deleteSessao, endSessoes, findSessoes, insertToken } from "./sessao.rows.ts";
import { Unauthorized } from "./unauthorized.ts";

export const authMethods = {
  "Auth.logar": async (ctx, params) => ({ authToken: await logar(ctx, params) }),

  "Auth.retomar": async (ctx) => {
    const { arquivoToken } = ctx.visit;
    const agora = ctx.clock.now();
    const sessao =
      arquivoToken === null
        ? null
        : await ctx.database.portaria.findSessaoArquivo(hashToken(arquivoToken), agora);
    const caller = sessao === null ? null : await admitSessao(ctx, sessao);
    if (caller === null) throw new Unauthorized();
    const { contaId, sessaoId } = caller;
    const token = createToken();
    await ctx.database.withContaSql(contaId, (sql) =>
      insertToken(sql, contaId, { sessaoId, tokenHash: hashToken(token), agora }),
    );
    return { authToken: token };
  },

  "Auth.sair": async (ctx) => {
    const { contaId, sessaoId: id, usuarioId } = ctx.caller;
    const agora = ctx.clock.now();
    await ctx.database.withContaSql(contaId, async (sql) => {
      if (!(await deleteSessao(sql, contaId, { id, usuarioId, agora }))) return;
      await keepAto(sql, ctx.caller, { acao: "sair", quando: agora, alvo: usuarioId });
    });
    ctx.visit.setArquivoToken(null);
    return {};
  },

  "Auth.getListSessao": async (ctx) => {
    const { contaId, usuarioId, sessaoId } = ctx.caller;
    const agora = ctx.clock.now();
    const sessoes = await ctx.database.withContaSql(contaId, (sql) =>
      findSessoes(sql, contaId, { usuarioId, agora }),
    );
    const results = sessoes.map((sessao) => ({ ...sessao, atual: sessao.id === sessaoId }));
    return { results, totalCount: results.length };
  },

  "Auth.endSessao": async (ctx, { id }) => {
    const { contaId, usuarioId, sessaoId } = ctx.caller;
    const agora = ctx.clock.now();
    await ctx.database.withContaSql(contaId, async (sql) => {
      if (!(await deleteSessao(sql, contaId, { id, usuarioId, agora }))) {
        throw new Refusal("sessaoNaoEncontrada");
      }
      await keepAto(sql, ctx.caller, { acao: "encerrar-sessao", quando: agora, alvo: id });
    });
    if (id === sessaoId) ctx.visit.setArquivoToken(null);
    return {};
  },

  "Auth.endOutrasSessoes": async (ctx) => {
    const { contaId, usuarioId, sessaoId } = ctx.caller;
    const quando = ctx.clock.now();
    const encerradas = await ctx.database.withContaSql(contaId, async (sql) => {
      const ended = await endSessoes(sql, contaId, { usuarioId, exceto: sessaoId });
      const ato = { acao: "encerrar-sessao", quando, alvo: usuarioId, detalhe: String(ended) } as const;
      if (ended > 0) await keepAto(sql, ctx.caller, ato);
      return ended;
    });
    return { object: { encerradas } };
  },

  "Auth.startSegundoFator": async (ctx, { senha }) => ({ object: await startSegundoFator(ctx, senha) }),

  "Auth.confirmSegundoFator": async (ctx, { codigo }) => ({
    object: { codigosReserva: await confirmSegundoFator(ctx, codigo) },
  }),

  "Auth.removeSegundoFator": async (ctx, provas) => {
    await removeSegundoFator(ctx, provas);
    return {};
  },

  "Auth.reautenticar": async (ctx, provas) => {
    await reautenticar(ctx, provas);
    return {};
  },
} satisfies Handlers<"Auth">;

type Ato = { acao: Acao; quando: Date; alvo: string; detalhe?: string };

async function keepAto(sql: Sql, caller: Caller, { detalhe = "", ...ato }: Ato): Promise<void> {
  const { contaId, usuarioId, nome: usuario } = caller;
  await insertRegistros(sql, contaId, [{ ...ato, usuarioId, usuario, detalhe: detalhe || null }]);
}
