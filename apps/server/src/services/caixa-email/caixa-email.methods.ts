import { DEFAULT_REDE, probeServidor } from "@malote/mailbox";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { minutesLeft, startOfJanela } from "../limite/limite.rules.ts";
import { findCaixaSelada, findCaixas } from "./caixa-email.rows.ts";
import type { CaixaTeste } from "./caixa-email.rules.ts";
import {
  compareCaixas,
  connectionOf,
  isSameConexao,
  TESTES_JANELA_MS,
  TESTES_MAX,
} from "./caixa-email.rules.ts";
import { writeCaixa, writeFalha } from "./caixa-email.wire.ts";

export const caixaEmailMethods = {
  "CaixaEmail.getListCaixaEmail": async (ctx) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) => findCaixas(db, contaId));
    return { results: rows.toSorted(compareCaixas).map(writeCaixa), totalCount: rows.length };
  },

  "CaixaEmail.pingServidor": async (ctx, { caixa }) => {
    await countTeste(ctx);
    const { porta, ...conexao } = connectionOf(caixa);
    const senha = await readSenha(ctx, caixa);
    const prova = await probeServidor(
      { ...conexao, senha, ...(porta === null ? {} : { porta }) },
      {
        ...DEFAULT_REDE,
        maxBytes: ctx.config.emailMaxBytes,
        permitirPrivado: ctx.config.permitirPrivado && ctx.caller.contaSandbox,
      },
    );
    return {
      object: prova.ok
        ? { ok: true, mensagens: prova.mensagens, falha: null }
        : { ok: false, mensagens: null, falha: writeFalha(prova.causa) },
    };
  },
} satisfies Handlers<"CaixaEmail">;

/** @throws {Refusal} muitosTestesCaixa: a test connects to a server that the caller names */
async function countTeste(ctx: SignedInContext): Promise<void> {
  const agora = ctx.clock.now();
  const chave = `teste-caixa:${ctx.caller.usuarioId}`;
  const usos = await ctx.database.portaria.countUso(chave, startOfJanela(agora, TESTES_JANELA_MS));
  if (usos <= TESTES_MAX) return;
  throw new Refusal("muitosTestesCaixa", { values: { minutos: minutesLeft(agora, TESTES_JANELA_MS) } });
}

/**
 * The typed password, else the stored one of an unchanged mailbox.
 * @throws {Refusal} caixaNaoEncontrada, caixaSenhaObrigatoria
 */
async function readSenha(ctx: SignedInContext, caixa: CaixaTeste): Promise<string> {
  const { contaId } = ctx.caller;
  const { id } = caixa;
  const stored = id ? await ctx.database.withConta(contaId, (db) => findCaixaSelada(db, contaId, id)) : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  if (caixa.senha) return caixa.senha;
  if (stored === null || !isSameConexao(stored, connectionOf(caixa))) {
    throw new Refusal("caixaSenhaObrigatoria", { campo: "caixa.senha" });
  }
  const place = { tabela: "caixa_email", coluna: "senha_selada", id: stored.id };
  return ctx.cofre.open(stored.senhaSelada, place).toString("utf8");
}
