import { formatMessage } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import { Deferral } from "../../errors.ts";
import { findConta } from "../conta/conta.rows.ts";
import { findRestriction, isNarrower, lockRequester } from "../requested-file/restriction.rows.ts";
import { findRequester, type LoteRow, lockLote, updateLote } from "./lote.rows.ts";
import { isOpen, STEP_SIZE, TURN_MS, waitForAnswersMs } from "./lote.rules.ts";
import { findItemIds, replaceOutcomes } from "./lote-item.rows.ts";
import { refuseRest, type Step, type StepEnd } from "./lote-step.ts";
import { markStep } from "./mark-step.ts";
import { sendStep } from "./send-step.ts";

/** One run of a lote's task; a Job fits. alvo: the lote's id. */
export type LoteRun = { contaId: string; alvo: string; prazo: Date };

/**
 * Runs a lote in steps, each one transaction: outcomes are stored with what they tell, so a killed run
 * repeats no document and loses none.
 * @throws Deferral while SEFAZ's answers are missing, or when other lotes are next
 */
export async function runLote(ctx: AppContext, { contaId, alvo: loteId, prazo }: LoteRun): Promise<void> {
  const until = performance.now() + TURN_MS;
  for (;;) {
    const { end, changedAt } = await runStep(ctx, contaId, loteId);
    ctx.wake?.();
    if (end === "fim") return;
    if (end === "espera") throw new Deferral("lote", waitForAnswersMs(changedAt, ctx.clock.now()));
    if (performance.now() > until || msLeft(ctx.clock, prazo) <= 0) throw new Deferral("lote", 0);
  }
}

async function runStep(
  ctx: AppContext,
  contaId: string,
  loteId: string,
): Promise<{ end: StepEnd; changedAt: Date }> {
  const now = ctx.clock.now();
  const found = await ctx.database.withConta(contaId, async (db) => {
    const lote = await lockLote(db, contaId, loteId);
    return lote && { restriction: await findRestriction(db, contaId, lote.usuarioId) };
  });
  if (found === null) return { end: "fim", changedAt: now };
  const { restriction } = found;
  const database = restriction === null ? ctx.database : ctx.database.restrictTo(restriction);
  return await database.withConta(contaId, async (db) => {
    const lote = await lockLote(db, contaId, loteId);
    if (lote === null || !isOpen(lote)) return { end: "fim", changedAt: now };
    await lockRequester(db, contaId, lote.usuarioId);
    const current = await findRestriction(db, contaId, lote.usuarioId);
    // The requester sees less since this transaction began: the next step begins with that.
    if (isNarrower(current, restriction)) return { end: "feito", changedAt: now };
    const step = { db, contaId, lote, now, actor: await findActor(db, contaId, lote) };
    return { end: await takeStep(step), changedAt: lote.alteradoEm };
  });
}

async function findActor(db: Db, contaId: string, lote: LoteRow): Promise<Step["actor"]> {
  const requester = await findRequester(db, contaId, lote.usuarioId);
  if (!requester?.ativo) return null;
  if (lote.tipo === "manifestacao" && !requester.permissaoManifestacao) return null;
  const conta = await findConta(db, contaId);
  return { contaId, contaUf: conta?.uf ?? "SP", usuarioId: lote.usuarioId, nome: requester.nomeCompleto };
}

async function takeStep(step: Step): Promise<StepEnd> {
  const { db, contaId, lote, actor, now } = step;
  if (lote.estado === "pendente")
    await updateLote(db, contaId, { id: lote.id, estado: "em-andamento", now, ended: false });
  if (lote.tipo === "manifestacao") {
    const end = await sendStep(step);
    if (end !== "fim") return end;
  } else {
    const queue = { loteId: lote.id, situacoes: ["na-fila"], limit: STEP_SIZE } as const;
    const ids = await findItemIds(db, contaId, queue);
    if (ids.length > 0) {
      if (actor === null) await refuseRest(step, "loteSemDireito");
      else await markStep({ ...step, actor, ids });
      return "feito";
    }
  }
  // A stop may have left documents out after they were counted for this step.
  const stopped = await findItemIds(db, contaId, { loteId: lote.id, situacoes: ["parado"], limit: 1 });
  const estado = stopped.length > 0 ? "parado" : "concluido";
  await updateLote(db, contaId, { id: lote.id, estado, now, ended: true });
  return "fim";
}

/** Ends a lote that is not tried again: what was not reached is refused, and the user may repeat it. */
export async function giveUpLote(
  ctx: AppContext,
  { contaId, alvo: loteId, motivo }: { contaId: string; alvo: string; motivo: string },
): Promise<void> {
  ctx.log.error({ contaId, lote: loteId, motivo }, "um lote não pôde ser terminado");
  await ctx.database.withConta(contaId, (db) => failLote(db, contaId, { loteId, now: ctx.clock.now() }));
}

/** Marks a lote as failed. */
export async function failLote(
  db: Db,
  contaId: string,
  { loteId, now }: { loteId: string; now: Date },
): Promise<void> {
  const lote = await lockLote(db, contaId, loteId);
  if (lote === null || !isOpen(lote)) return;
  await replaceOutcomes(db, contaId, {
    ...{ loteId, from: ["na-fila", "enviando"], to: "recusado", now },
    mensagem: formatMessage("loteInterrompido"),
  });
  await updateLote(db, contaId, { id: loteId, estado: "falhou", now, ended: true });
}
