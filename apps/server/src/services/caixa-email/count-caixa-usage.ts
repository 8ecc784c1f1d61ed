import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse, countUseInTransaction } from "../rate-limit/count-use.ts";
import {
  CONNECTIONS_MAX,
  POLL_WINDOW_MS,
  POLLS_MAX,
  TESTS_MAX,
  USAGE_WINDOW_MS,
} from "./caixa-email.rules.ts";

/** Counts a connection test of this user.   @throws {Refusal} muitosTestesCaixa */
export async function countTest(ctx: SignedInContext): Promise<void> {
  const key = `teste-caixa:${ctx.caller.usuarioId}`;
  await countUse(ctx, { chave: key, max: TESTS_MAX, janelaMs: USAGE_WINDOW_MS, recusa: "muitosTestesCaixa" });
}

type CallerContext = Pick<SignedInContext, "caller" | "clock">;

/**
 * Counts a saved mailbox with a changed connection, which is polled at once. @throws {Refusal}
 * muitasCaixasSalvas
 */
export async function countConnection({ caller, clock }: CallerContext, db: Db): Promise<void> {
  const key = `conexao-caixa:${caller.usuarioId}`;
  const limite = {
    chave: key,
    max: CONNECTIONS_MAX,
    janelaMs: USAGE_WINDOW_MS,
    recusa: "muitasCaixasSalvas",
  } as const;
  await countUseInTransaction(db, { ...limite, now: clock.now() });
}

/** Counts a manual poll.   @throws {Refusal} coletaPedidaHaPouco, muitasColetasPedidas */
export async function countManualPoll(
  { caller, clock }: CallerContext,
  db: Db,
  caixaId: string,
): Promise<void> {
  const now = clock.now();
  const ofCaixa = { chave: `coleta-caixa:${caixaId}`, max: 1, janelaMs: POLL_WINDOW_MS };
  await countUseInTransaction(db, { ...ofCaixa, recusa: "coletaPedidaHaPouco", now });
  const ofUsuario = { chave: `coletas:${caller.usuarioId}`, max: POLLS_MAX, janelaMs: USAGE_WINDOW_MS };
  await countUseInTransaction(db, { ...ofUsuario, recusa: "muitasColetasPedidas", now });
}
