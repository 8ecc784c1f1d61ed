import type { ResultOf } from "@malote/contract";
import { probeServer } from "@malote/mailbox";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import {
  configOfCaixa,
  entradaOfCaixa,
  forgetToken,
  type PedidoEntrada,
  redeOfCaixa,
} from "./caixa-conexao.ts";
import { type CaixaSelada, findCaixaSelada } from "./caixa-email.rows.ts";
import {
  type CaixaConexao,
  type CaixaTeste,
  chooseSegredo,
  connectionOf,
  isSameConexao,
} from "./caixa-email.rules.ts";
import { isSameSegredo, openSegredo, type Segredo } from "./caixa-segredo.ts";
import { keepSegredo } from "./keep-segredo.ts";
import { writeProva } from "./prova.wire.ts";
import { refuseSegredo } from "./save-caixa.ts";

/**
 * Tests a typed mailbox step by step; fetches no messages.
 * @throws {Refusal} caixaNaoEncontrada, and for a secret that must be typed
 */
export async function probeCaixa(
  ctx: SignedInContext,
  caixa: CaixaTeste,
): Promise<ResultOf<"CaixaEmail.pingServidor">["object"]> {
  const conexao = connectionOf(caixa, "caixa");
  const { segredo, stored } = await findSegredo(ctx, caixa, conexao);
  const rede = redeOfCaixa(ctx, ctx.caller.contaSandbox);
  const pedido: PedidoEntrada = { segredo, rede, agora: ctx.clock.now() };
  if (stored !== null) {
    const onde = { contaId: ctx.caller.contaId, caixaId: stored.id };
    const antes = { segredo, selado: stored.senhaSelada };
    pedido.keep = async (novo) => {
      await keepSegredo(ctx, onde, { antes, segredo: novo });
    };
  }
  const { porta, ...alvo } = conexao;
  if (segredo.kind === "senha") {
    const entrada = { kind: "senha", senha: segredo.senha } as const;
    return writeProva(await probeServer(configOfCaixa(conexao, entrada), rede));
  }
  // A test must not succeed with an older cached token.
  forgetToken(conexao, segredo);
  const entrada = () => entradaOfCaixa(conexao, pedido);
  return writeProva(await probeServer({ ...alvo, ...(porta === null ? {} : { porta }), entrada }, rede));
}

type Achado = { segredo: Segredo; stored: CaixaSelada | null };

/**
 * The typed secret, or else that of an unchanged stored mailbox; `stored` is set only if its secret is
 * used.
 */
async function findSegredo(ctx: SignedInContext, caixa: CaixaTeste, conexao: CaixaConexao): Promise<Achado> {
  const { contaId } = ctx.caller;
  const { id } = caixa;
  const stored = id
    ? await ctx.database.withContaSql(contaId, (sql) => findCaixaSelada(sql, contaId, { id, lock: false }))
    : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  const same = stored !== null && isSameConexao(stored, conexao) ? openSegredo(ctx.cofre, stored) : null;
  const segredo = chooseSegredo(caixa, same);
  if (segredo === null) throw refuseSegredo(conexao.autenticacao, "caixa");
  return { segredo, stored: isSameSegredo(segredo, same) ? stored : null };
}
