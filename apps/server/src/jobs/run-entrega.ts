import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { causaOf } from "../causa.ts";
import { machineNow } from "../clock.ts";
import { awayMsOf, Deferral, isAway, Outage } from "../errors.ts";
import { esperaOf } from "../espera.ts";
import {
  beginTarefa,
  deferTarefa,
  failTarefa,
  finishTarefa,
  giveUpTarefa,
} from "../services/tarefa/tarefa.rows.ts";
import type { TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import type { GivenUp, Job, JobHandlers } from "./job.ts";
import { LEASE_MARGIN_MS, QUOTAS } from "./quotas.ts";
import { traceJob } from "./trace-job.ts";

/** As much of a failure's message as a tarefa remembers. */
const RESULTADO_MAX = 500;

/** Waits between tries to write an outcome down while the database is away, in ms: as long as a restart takes. */
const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

const entregue = z.object({ contaId: z.uuid(), tarefaId: z.uuid(), tentativa: z.int().positive() });

/** Whose a handover is.   @throws {z.ZodError} when it is none: a bug */
export function contaOf(data: unknown): string {
  return entregue.parse(data).contaId;
}

/** What works one queue: the kind of work, what is done, the process in whose name, and when that one has no more time for it. */
export type Runner = { tipo: TarefaTipo; executor: number; handlers: JobHandlers; ending: AbortSignal };

/**
 * Runs one handover from its beginning to its outcome in tarefa. What a job throws is written down there with the time
 * of the next attempt; when even that is impossible, the lease tells.
 */
export async function runEntrega(ctx: AppContext, runner: Runner, data: unknown): Promise<void> {
  const job = await begin(ctx, runner, entregue.parse(data));
  if (job === null) return;
  const began = performance.now();
  const endRunning = ctx.medidas.running.begin(() => job.tipo);
  const count = (fim: "feito" | "adiado" | "falhou"): void => {
    endRunning();
    ctx.medidas.trabalho({ tipo: job.tipo, fim, ms: performance.now() - began });
  };
  try {
    await traceJob(ctx, job, () => runInTime(ctx, runner, job));
    count("feito");
    await finish(ctx, job);
  } catch (error) {
    count(error instanceof Deferral ? "adiado" : "falhou");
    if (error instanceof Deferral) await defer(ctx, job, error);
    else await recordFailure(ctx, runner, { job, error });
  }
  ctx.wake?.();
}

/** The last words about a job that is not tried again: what a person must see, then the tarefa itself. */
export async function giveUp(ctx: AppContext, handlers: JobHandlers, job: GivenUp): Promise<void> {
  await handlers.onGiveUp(ctx, job);
  const end = { ...job, agora: ctx.clock.now(), resultado: job.motivo };
  await ctx.database.withContaSql(job.contaId, (sql) => giveUpTarefa(sql, job.contaId, end));
}

async function begin(
  ctx: AppContext,
  { tipo, executor }: Runner,
  handover: z.infer<typeof entregue>,
): Promise<Job | null> {
  const { contaId } = handover;
  const { leaseMs } = QUOTAS[tipo];
  const agora = ctx.clock.now();
  const ate = new Date(machineNow(ctx.clock).getTime() + leaseMs);
  const found = await ctx.database.withContaSql(contaId, (sql) =>
    beginTarefa(sql, contaId, { ...handover, executor, agora, ate }),
  );
  if (found === null) return null;
  const { alvo, falhas } = found;
  return { ...handover, tipo, alvo, falhas, prazo: new Date(ate.getTime() - LEASE_MARGIN_MS) };
}

/** A run that hangs must not hold its place for ever, nor one that is slow the end of its process. */
async function runInTime(ctx: AppContext, { handlers, tipo, ending }: Runner, job: Job): Promise<void> {
  const ms = QUOTAS[tipo].leaseMs - LEASE_MARGIN_MS;
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => {};
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${tipo} did not end in ${ms} ms`)), ms);
    leave = () => reject(new Outage("the process was told to end", 0, { espera: "mundo" }));
    if (ending.aborted) leave();
    else ending.addEventListener("abort", leave);
  });
  try {
    await Promise.race([handlers.run(ctx, job), over]);
  } finally {
    clearTimeout(timer);
    ending.removeEventListener("abort", leave);
  }
}

async function finish(ctx: AppContext, job: Job): Promise<void> {
  const end = { ...job, agora: ctx.clock.now() };
  await writeDown(() => ctx.database.withContaSql(job.contaId, (sql) => finishTarefa(sql, job.contaId, end)));
}

/** It was not our turn: no attempt at all. */
async function defer(ctx: AppContext, job: Job, { message, retryAfterMs }: Deferral): Promise<void> {
  const venceEm = new Date(ctx.clock.now().getTime() + retryAfterMs);
  const later = { ...job, venceEm, resultado: message };
  await writeDown(() =>
    ctx.database.withContaSql(job.contaId, (sql) => deferTarefa(sql, job.contaId, later)),
  );
}

async function recordFailure(
  ctx: AppContext,
  { handlers }: Runner,
  { job, error }: { job: Job; error: unknown },
): Promise<void> {
  const awayMs = awayMsOf(error);
  const { contaId, tarefaId, tipo, tentativa } = job;
  const fields = { err: error, contaId, tarefaId, tipo, tentativa };
  if (awayMs === null) ctx.log.error(fields, "um trabalho falhou");
  else ctx.log.warn(fields, "o mundo de fora não respondeu; nova tentativa depois");
  const motivo = (error instanceof Error ? error.message : String(error)).slice(0, RESULTADO_MAX);
  const dobraAteMs = error instanceof Outage ? error.dobraAteMs : null;
  const end = {
    ...job,
    agora: ctx.clock.now(),
    resultado: motivo,
    espera: esperaOf(error),
    causa: causaOf(error),
    awayMs,
    dobraAteMs,
  };
  const outcome = await writeDown(() =>
    ctx.database.withContaSql(contaId, (sql) => failTarefa(sql, contaId, end)),
  );
  if (outcome === "desistir") await giveUp(ctx, handlers, { ...job, motivo });
}

/** An outcome must not be lost to the outage it tells of: the lease would then be held against the document. */
async function writeDown<T>(write: () => Promise<T>): Promise<T> {
  for (const wait of WRITE_WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(wait);
    }
  }
  return await write();
}
