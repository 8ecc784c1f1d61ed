import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { lockCasa } from "../empresa/casa.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findPaginaDias, updateDias } from "./dia.rows.ts";

/** The task that recomputes the issue days of a conta's notas after its UF changed. */
export const DIAS = { tipo: "empresa", alvo: "dias" } as const;

/** Whether a task `empresa` is that one; all others name a CNPJ. */
export function isDias(alvo: string): boolean {
  return alvo.split(" ")[0] === DIAS.alvo;
}

/** Chaves per transaction. */
const LOTE = 500;
/** Views per page, and pages per run; the rest is a new task, so that a large conta delays no other. */
const JANELA = 2_000;
const PAGINAS = 50;

/**
 * Recomputes the days page by page, each in the conta's zone at that time; a repeated run changes nothing.
 * alvo: "dias", then after a space the last chave of an earlier run. janela: views per page.
 */
export async function moveDias(
  ctx: AppContext,
  { contaId, alvo, janela = JANELA }: { contaId: string; alvo: string; janela?: number },
): Promise<void> {
  const [, from = ""] = alvo.split(" ");
  const ask = <T>(fn: (sql: Sql) => Promise<T>) => ctx.database.withContaSql(contaId, fn);
  // Waits for writers that still use the previous zone; from then on, all read the new one.
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

/** After the last attempt: some notas may keep their previous days until the conta's UF changes again. */
export function giveUpDias(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os dias de emissão não passaram todos ao fuso novo da conta");
}
