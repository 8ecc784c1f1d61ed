import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { lockCasa } from "../empresa/casa.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findPaginaDias, updateDias } from "./dia.rows.ts";

/** The tarefa that gives a conta's notas their days of issue by the clock of the state to which it has moved. */
export const DIAS = { tipo: "empresa", alvo: "dias" } as const;

/** Says whether a tarefa `empresa` is that one; all others name a CNPJ. */
export function isDias(alvo: string): boolean {
  return alvo.split(" ")[0] === DIAS.alvo;
}

/** Chaves moved in one transaction. */
const LOTE = 500;
/** Views of one page, and pages of one run; the rest is another tarefa, so that nobody waits for a conta of millions. */
const JANELA = 2_000;
const PAGINAS = 50;

/**
 * Moves the days page by page, each by the clock as it is then; run again, it changes nothing that stands. alvo: "dias", and after a space
 * the chave up to which another run has come; janela: views of one page.
 */
export async function moveDias(
  ctx: AppContext,
  { contaId, alvo, janela = JANELA }: { contaId: string; alvo: string; janela?: number },
): Promise<void> {
  const [, from = ""] = alvo.split(" ");
  const ask = <T>(fn: (sql: Sql) => Promise<T>) => ctx.database.withContaSql(contaId, fn);
  // Whoever still places documents by the clock of before has finished after this; from now on all read the new one.
  if (from === "") await ask((sql) => lockCasa(sql, contaId));
  let depois = from;
  for (let n = 0; n < PAGINAS; n += 1) {
    const { chaves, ate } = await ask((sql) => findPaginaDias(sql, contaId, { depois, janela }));
    if (ate === null) return;
    for (let at = 0; at < chaves.length; at += LOTE) {
      const lote = { chaves: chaves.slice(at, at + LOTE), agora: ctx.clock.now() };
      await ask((sql) => updateDias(sql, contaId, lote));
    }
    depois = ate;
  }
  const rest = { tipo: DIAS.tipo, alvo: `${DIAS.alvo} ${depois}`, venceEm: ctx.clock.now() };
  await ask((sql) => planTarefas(sql, contaId, [rest]));
  ctx.wake?.();
}

/** Nothing more is tried: some notas may stay on the days of before, until the conta's state is another again. */
export function giveUpDias(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os dias de emissão não passaram todos ao fuso novo da conta");
}
