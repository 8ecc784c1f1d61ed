import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { ISSUE_DAYS_TASK } from "../conta/conta.rules.ts";
import { lockEmpresasForChange } from "../empresa/empresa-lock.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import { findIssueDayPage, updateIssueDays } from "./issue-day.rows.ts";

/** Whether a task `empresa` is that one; all others name a CNPJ. */
export function isIssueDaysTask(alvo: string): boolean {
  return alvo.split(" ")[0] === ISSUE_DAYS_TASK.alvo;
}

/** Chaves per transaction. */
const BATCH = 500;
/** Views per page, and pages per run; the rest is a new task, so that a large conta delays no other. */
const PAGE_VIEWS = 2_000;
const PAGES_MAX = 50;

/**
 * Recomputes the days page by page, each in the conta's zone at that time; a repeated run changes nothing.
 * alvo: "dias", then after a space the last chave of an earlier run. window: views per page.
 */
export async function moveIssueDays(
  ctx: AppContext,
  { contaId, alvo, window = PAGE_VIEWS }: { contaId: string; alvo: string; window?: number },
): Promise<void> {
  const [, from = ""] = alvo.split(" ");
  const inTransaction = <T>(fn: (db: Db) => Promise<T>) => ctx.database.withConta(contaId, fn);
  // Waits for writers that still use the previous zone; from then on, all read the new one.
  if (from === "") await inTransaction((db) => lockEmpresasForChange(db, contaId));
  let after = from;
  for (let n = 0; n < PAGES_MAX; n += 1) {
    const { chaves, ate: until } = await inTransaction((db) =>
      findIssueDayPage(db, contaId, { after, window }),
    );
    if (until === null) return;
    for (let at = 0; at < chaves.length; at += BATCH) {
      const batch = { chaves: chaves.slice(at, at + BATCH), now: ctx.clock.now() };
      await inTransaction((db) => updateIssueDays(db, contaId, batch));
    }
    after = until;
  }
  const rest = {
    tipo: ISSUE_DAYS_TASK.tipo,
    alvo: `${ISSUE_DAYS_TASK.alvo} ${after}`,
    venceEm: ctx.clock.now(),
  };
  await inTransaction((db) => planTasks(db, contaId, [rest]));
  ctx.wake?.();
}

/** After the last attempt: some notas may keep their previous days until the conta's UF changes again. */
export function giveUpIssueDays(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os dias de emissão não passaram todos ao fuso novo da conta");
}
