import type { ParsedParamsOf } from "@malote/contract";
import { PAGE_DEPTH_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { type Db, type FailureRow, newId, type OperatorRef } from "../../db/index.ts";
import { reopenEmail } from "../email/email-ingest.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { reopenFileRequest } from "../requested-file/requested-file.rows.ts";
import { toValidateTask } from "../sefaz/sefaz.rules.ts";
import { planTasks, resolveTask } from "../task/task.rows.ts";
import { makeFailedDue } from "../webhook/due-delivery.rows.ts";
import { pauseWebhook } from "../webhook/webhook.rows.ts";
import { toWebhookTask } from "../webhook/webhook-task.ts";
import { isExternallyDelayed, toFailureFilter } from "./list-failures.ts";
import { retryBlockOf } from "./operador.rules.ts";

/** Failures read per page, and the most that one call looks at. */
const PAGE_ROWS = 1_000;
const ROWS_MAX = PAGE_DEPTH_MAX * 10;
type Ctx = Pick<SignedInContext, "caller" | "clock" | "database" | "wake">;
type RetryRequest = ParsedParamsOf<"Operador.retryFalhas">;

/**
 * Retries failed work now: the given items, or all that the filter finds. Work that an external server
 * asked to delay keeps waiting. @returns how many are retried
 */
export async function retryFailures(ctx: Ctx, operator: OperatorRef, request: RetryRequest): Promise<number> {
  const filter = toFailureFilter(ctx, request.searchFilter ?? {});
  const { now } = filter;
  const named = request.falhas && new Set(request.falhas.map(({ contaId, id }) => `${contaId} ${id}`));
  const ids = request.falhas?.map(({ id }) => id) ?? null;
  let retried = 0;
  for (let offset = 0; offset < ROWS_MAX; offset += PAGE_ROWS) {
    const rows = await ctx.database.gatekeeper.findFailures(operator, filter, {
      ids,
      salto: offset,
      limite: PAGE_ROWS,
    });
    const wanted = rows.filter(
      (row) =>
        retryBlockOf({ ...row, pedida: isExternallyDelayed(row, now) }) === null &&
        (named === undefined || named.has(`${row.contaId} ${row.id}`)),
    );
    retried += await resumeFailures(ctx, wanted, now);
    if (rows.length < PAGE_ROWS) break;
  }
  if (retried > 0) {
    const alvo = request.searchFilter?.tipo ?? request.searchFilter?.contaId ?? "falhas";
    const detail = `${formatInteger(retried)} ${retried === 1 ? "trabalho" : "trabalhos"}`;
    await ctx.database.gatekeeper.recordAct(operator, {
      id: newId(),
      now,
      acao: "tentar-ja",
      alvo,
      detalhe: detail,
    });
    ctx.wake?.();
  }
  return retried;
}

async function resumeFailures(ctx: Ctx, rows: readonly FailureRow[], now: Date): Promise<number> {
  const waiting = rows.filter(({ estado, url }) => estado === "tentando" && url === null);
  const tarefaIds = waiting.map(({ id }) => id);
  let done = tarefaIds.length === 0 ? 0 : await ctx.database.gatekeeper.resumeTasks({ now, tarefaIds });
  for (const row of rows) {
    if (row.estado === "tentando" && row.url === null) continue;
    done += await ctx.database.withConta(row.contaId, async (db) => {
      if (!(await planAgain(db, row, now))) return 0;
      await resolveTask(db, row.contaId, row.id);
      return 1;
    });
  }
  return done;
}

/**
 * Plans abandoned work, or work that waits for a webhook's
 * endpoint, again. @returns false when nothing is left to do
 */
async function planAgain(db: Db, { contaId, tipo, alvo }: FailureRow, now: Date): Promise<boolean> {
  if (tipo === "ingest") return await reopenEmail(db, contaId, { emailId: alvo, now });
  if (tipo === "exportacao" || tipo === "repositorio") {
    if (!(await reopenFileRequest(db, contaId, { id: alvo, tipo }))) return false;
    await planTasks(db, contaId, [{ tipo, alvo, venceEm: now }]);
    return true;
  }
  if (tipo === "webhook") {
    await pauseWebhook(db, contaId, { id: alvo, ate: null });
    await makeFailedDue(db, contaId, { webhookId: alvo, now });
    await planTasks(db, contaId, [toWebhookTask(contaId, alvo, now)]);
    return true;
  }
  const validateTarefa = tipo === "validate" ? toValidateTask(alvo, { venceEm: now }) : null;
  await planTasks(db, contaId, [validateTarefa ?? { tipo: "empresa", alvo, venceEm: now }]);
  return true;
}
