import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import {
  COLETA_JANELA_MS,
  COLETAS_MAX,
  CONEXOES_MAX,
  TESTES_MAX,
  USO_JANELA_MS,
} from "./caixa-email.rules.ts";

/** One more connection test of this user.   @throws {Refusal} muitosTestesCaixa */
export async function countTeste(ctx: SignedInContext): Promise<void> {
  const chave = `teste-caixa:${ctx.caller.usuarioId}`;
  await countUso(ctx, { chave, max: TESTES_MAX, janelaMs: USO_JANELA_MS, recusa: "muitosTestesCaixa" });
}

/** One more mailbox that is kept with a connection of its own, and visited at once.   @throws {Refusal} muitasCaixasSalvas */
export async function countConexao(ctx: SignedInContext): Promise<void> {
  const chave = `conexao-caixa:${ctx.caller.usuarioId}`;
  await countUso(ctx, { chave, max: CONEXOES_MAX, janelaMs: USO_JANELA_MS, recusa: "muitasCaixasSalvas" });
}

/** One more collection asked for by hand.   @throws {Refusal} coletaPedidaHaPouco, muitasColetasPedidas */
export async function countColeta(ctx: SignedInContext, caixaId: string): Promise<void> {
  const daCaixa = { chave: `coleta-caixa:${caixaId}`, max: 1, janelaMs: COLETA_JANELA_MS };
  await countUso(ctx, { ...daCaixa, recusa: "coletaPedidaHaPouco" });
  const chave = `coletas:${ctx.caller.usuarioId}`;
  await countUso(ctx, { chave, max: COLETAS_MAX, janelaMs: USO_JANELA_MS, recusa: "muitasColetasPedidas" });
}
