import type { ResultOf } from "@malote/contract";
import { MailOutage, probeServidor } from "@malote/mailbox";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { configOfCaixa, entradaOfCaixa, forgetToken, redeOfCaixa } from "./caixa-conexao.ts";
import { findCaixaSelada } from "./caixa-email.rows.ts";
import {
  type CaixaConexao,
  type CaixaTeste,
  chooseSegredo,
  connectionOf,
  isSameConexao,
} from "./caixa-email.rules.ts";
import { writeFalha } from "./caixa-email.wire.ts";
import { openSegredo, type Segredo } from "./caixa-segredo.ts";
import { refuseSegredo } from "./save-caixa.ts";

export type ProvaWire = ResultOf<"CaixaEmail.pingServidor">["object"];

/**
 * Tries a mailbox as it was typed.
 * @throws {Refusal} caixaNaoEncontrada, and for a secret that must be typed
 */
export async function probeCaixa(ctx: SignedInContext, caixa: CaixaTeste): Promise<ProvaWire> {
  const conexao = connectionOf(caixa, "caixa");
  const segredo = await readSegredo(ctx, caixa, conexao);
  const rede = redeOfCaixa(ctx, ctx.caller.contaSandbox);
  try {
    forgetToken(conexao, segredo);
    const entrada = await entradaOfCaixa(conexao, { segredo, rede, agora: ctx.clock.now() });
    const prova = await probeServidor(configOfCaixa(conexao, entrada), rede);
    return {
      ok: prova.ok,
      mensagens: prova.ok ? prova.mensagens : null,
      falha: prova.ok ? null : writeFalha(prova.causa),
      passos: [],
      certificado: null,
    };
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    return { ok: false, mensagens: null, falha: writeFalha(error.causa), passos: [], certificado: null };
  }
}

/** What was typed, else what is stored of an unchanged mailbox. */
async function readSegredo(ctx: SignedInContext, caixa: CaixaTeste, conexao: CaixaConexao): Promise<Segredo> {
  const { contaId } = ctx.caller;
  const { id } = caixa;
  const stored = id
    ? await ctx.database.withContaSql(contaId, (sql) => findCaixaSelada(sql, contaId, { id, lock: false }))
    : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  const same = stored !== null && isSameConexao(stored, conexao) ? openSegredo(ctx.cofre, stored) : null;
  const segredo = chooseSegredo(caixa, same);
  if (segredo === null) throw refuseSegredo(conexao.autenticacao, "caixa");
  return segredo;
}
