import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso, countUsoFeito } from "../limite/count-uso.ts";
import {
  COLETA_JANELA_MS,
  COLETAS_MAX,
  CONEXOES_MAX,
  TESTES_MAX,
  USO_JANELA_MS,
} from "./caixa-email.rules.ts";

/** Counts a connection test of this user.   @throws {Refusal} muitosTestesCaixa */
export async function countTeste(ctx: SignedInContext): Promise<void> {
  const chave = `teste-caixa:${ctx.caller.usuarioId}`;
  await countUso(ctx, { chave, max: TESTES_MAX, janelaMs: USO_JANELA_MS, recusa: "muitosTestesCaixa" });
}

type Quem = Pick<SignedInContext, "caller" | "clock">;

/**
 * Counts a saved mailbox with a changed connection, which is polled at once. @throws {Refusal}
 * muitasCaixasSalvas
 */
export async function countConexao({ caller, clock }: Quem, sql: Sql): Promise<void> {
  const chave = `conexao-caixa:${caller.usuarioId}`;
  const limite = { chave, max: CONEXOES_MAX, janelaMs: USO_JANELA_MS, recusa: "muitasCaixasSalvas" } as const;
  await countUsoFeito(sql, { ...limite, agora: clock.now() });
}

/** Counts a manual poll.   @throws {Refusal} coletaPedidaHaPouco, muitasColetasPedidas */
export async function countColeta({ caller, clock }: Quem, sql: Sql, caixaId: string): Promise<void> {
  const agora = clock.now();
  const daCaixa = { chave: `coleta-caixa:${caixaId}`, max: 1, janelaMs: COLETA_JANELA_MS };
  await countUsoFeito(sql, { ...daCaixa, recusa: "coletaPedidaHaPouco", agora });
  const daPessoa = { chave: `coletas:${caller.usuarioId}`, max: COLETAS_MAX, janelaMs: USO_JANELA_MS };
  await countUsoFeito(sql, { ...daPessoa, recusa: "muitasColetasPedidas", agora });
}
