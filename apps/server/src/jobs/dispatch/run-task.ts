import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import { Deferral, isRetryable, Outage, outageWaitOf } from "../../errors.ts";
import { failureCauseOf } from "../../failure-cause.ts";
import { beginTask, deferTask, failTask, finishTask, giveUpTask } from "../../services/task/task.rows.ts";
import type { TaskType } from "../../services/task/task.rules.ts";
import type { OpenSpan } from "../../tracing/tracing.ts";
import { describeOutage, waitReasonOf } from "../../wait-reason.ts";
import type { GivenUp, Job, JobHandlers } from "../job.ts";
import type { Lease, Leases } from "./leases.ts";
import { LEASE_MS, MARGIN_MS, QUOTAS } from "./quotas.ts";
import { traceJob } from "./trace-job.ts";
import type { WorkTally } from "./work-tally.ts";

/** Longest failure message stored with a task. */
const RESULT_MAX = 500;

/**
 * Waits between attempts to store an outcome while the database is unavailable, in ms; the last one
 * repeats.
 */
const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000];

/** Attempts of a process that must end. */
const LAST_WRITES = 2;

const deliverySchema = z.object({ contaId: z.uuid(), tarefaId: z.uuid(), tentativa: z.int().positive() });

/** The conta of a delivery. @throws {z.ZodError} for invalid data: a bug */
export function contaOf(data: unknown): string {
  return deliverySchema.parse(data).contaId;
}

/** The context of one queue. ending: fires when the process has no more time. */
export type Runner = {
  tipo: TaskType;
  executor: number;
  handlers: JobHandlers;
  leases: Leases;
  ending: AbortSignal;
  /** Counts each finished attempt. */
  tally?: WorkTally;
};

/** Another process owns the task: this one was silent for longer than its lease. */
class LeaseLost extends Error {}

/**
 * Runs one delivery up to its stored outcome. Errors of the job are stored with the time of the
 * next attempt; if even that fails, the lease expires and the task is recovered.
 */
export async function runTask(ctx: AppContext, runner: Runner, data: unknown): Promise<void> {
  const job = await begin(ctx, runner, deliverySchema.parse(data));
  if (job === null) return;
  const run: Run = { runner, job, lease: runner.leases.hold(job) };
  try {
    await traceJob(ctx, job, (span) => runToOutcome(ctx, run, span));
  } finally {
    run.lease.end();
  }
  ctx.wake?.();
}

type Run = { runner: Runner; job: Job; lease: Lease };

/**
 * The lease is held until the outcome is stored: the database may be unavailable for long. All
 * logging is within the span.
 */
async function runToOutcome(ctx: AppContext, run: Run, span: OpenSpan): Promise<void> {
  const { job } = run;
  const began = performance.now();
  const endRunning = ctx.metrics.running.begin(() => job.tipo);
  const count = (fim: "feito" | "adiado" | "falhou"): void => {
    endRunning();
    run.runner.tally?.note(job.tipo, fim);
    ctx.metrics.recordWork({ tipo: job.tipo, fim, ms: performance.now() - began });
  };
  try {
    await runInTime(ctx, run);
    count("feito");
    await finish(ctx, run);
  } catch (error) {
    count(error instanceof Deferral ? "adiado" : "falhou");
    // A deferral is not a failure.
    if (error instanceof Deferral) span.set({ "malote.adiado": error.motivo });
    else span.fail(error);
    if (error instanceof LeaseLost) logLost(ctx, job);
    else if (error instanceof Deferral) await defer(ctx, run, error);
    else await recordFailure(ctx, run, error);
  }
}

function logLost(ctx: AppContext, { contaId, tarefaId, tipo, tentativa }: Job): void {
  const message = "este processo ficou parado e outro assumiu o trabalho; aqui ele não continua";
  ctx.log.warn({ contaId, tarefaId, tipo, tentativa }, message);
}

/** Ends a job that is not retried: first what the user must see, then the task. */
export async function giveUp(ctx: AppContext, handlers: JobHandlers, job: GivenUp): Promise<void> {
  await handlers.onGiveUp(ctx, job);
  const end = { ...job, now: ctx.clock.now(), resultado: job.motivo };
  await ctx.database.withConta(job.contaId, (db) => giveUpTask(db, job.contaId, end));
}

async function begin(
  ctx: AppContext,
  { tipo, executor }: Runner,
  handover: z.infer<typeof deliverySchema>,
): Promise<Job | null> {
  const { contaId } = handover;
  const agora = ctx.clock.now();
  const now = machineNow(ctx.clock).getTime();
  const leaseEnd = new Date(now + LEASE_MS);
  const found = await ctx.database.withConta(contaId, (db) =>
    beginTask(db, contaId, { ...handover, executor, now: agora, ate: leaseEnd }),
  );
  if (found === null) return null;
  const { alvo, falhas } = found;
  return { ...handover, tipo, alvo, falhas, prazo: new Date(now + QUOTAS[tipo].maxMs - MARGIN_MS) };
}

/** Limits a run by its longest time, by the end of the process and by its lease. */
async function runInTime(ctx: AppContext, { runner, job, lease }: Run): Promise<void> {
  const { handlers, tipo, ending } = runner;
  const ms = QUOTAS[tipo].maxMs - MARGIN_MS;
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => {};
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${tipo} did not end in ${ms} ms`)), ms);
    leave = () => reject(new Outage("the process was told to end", 0, { espera: "mundo" }));
    if (ending.aborted) leave();
    else ending.addEventListener("abort", leave);
    lease.lost.addEventListener("abort", () => reject(new LeaseLost("the lease ran out")));
  });
  try {
    await Promise.race([handlers.run(ctx, job, lease.lost), over]);
  } finally {
    clearTimeout(timer);
    ending.removeEventListener("abort", leave);
  }
}

async function finish(ctx: AppContext, run: Run): Promise<void> {
  const { contaId } = run.job;
  const end = { ...run.job, now: ctx.clock.now() };
  await writeDown(run, () => ctx.database.withConta(contaId, (db) => finishTask(db, contaId, end)));
}

/** A deferral: no attempt is counted. */
async function defer(ctx: AppContext, run: Run, { message, retryAfterMs }: Deferral): Promise<void> {
  const { contaId } = run.job;
  const dueAt = new Date(ctx.clock.now().getTime() + retryAfterMs);
  const later = { ...run.job, venceEm: dueAt, resultado: message };
  await writeDown(run, () => ctx.database.withConta(contaId, (db) => deferTask(db, contaId, later)));
}

async function recordFailure(ctx: AppContext, run: Run, error: unknown): Promise<void> {
  const { job, runner } = run;
  const awayMs = outageWaitOf(error);
  const waitReason = waitReasonOf(error);
  const { contaId, tarefaId, tipo, tentativa } = job;
  const fields = { err: error, contaId, tarefaId, tipo, tentativa, espera: waitReason };
  if (awayMs === null) ctx.log.error(fields, "um trabalho falhou");
  else ctx.log.warn(fields, `${describeOutage(error)}; o trabalho é tentado de novo`);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, RESULT_MAX);
  const dobraAteMs = error instanceof Outage ? error.dobraAteMs : null;
  const failureCause = failureCauseOf(error);
  const end = {
    ...job,
    now: ctx.clock.now(),
    resultado: reason,
    espera: waitReason,
    causa: failureCause,
    awayMs,
    dobraAteMs,
  };
  const outcome = await writeDown(run, () =>
    ctx.database.withConta(contaId, (db) => failTask(db, contaId, end)),
  );
  if (outcome === "desistir") await giveUp(ctx, runner.handlers, { ...job, motivo: reason });
}

/** Retries until the database is back: an outcome must not be lost to the outage that it reports. */
async function writeDown<T>({ runner, lease }: Run, write: () => Promise<T>): Promise<T> {
  const ending = AbortSignal.any([runner.ending, lease.lost]);
  for (let n = 0; ; n += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isRetryable(error) || (ending.aborted && n >= LAST_WRITES)) throw error;
      await sleep(WRITE_WAITS_MS[Math.min(n, WRITE_WAITS_MS.length - 1)]);
    }
  }
}
