import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { BlobCleanup } from "../../blob/folder-cleanup.ts";
import { machineNow } from "../../clock.ts";
import { markStore } from "../blobs/sweep-blobs.ts";
import { sweepWebhooks } from "../webhooks/sweep-webhooks.ts";
import { sweepAntivirus } from "./sweep-antivirus.ts";
import { sweepCertificados } from "./sweep-certificados.ts";
import { sweepContacts } from "./sweep-contacts.ts";
import { sweepDeadlines } from "./sweep-deadlines.ts";
import { sweepDistribuicoes } from "./sweep-distribuicoes.ts";
import { sweepFiles } from "./sweep-files.ts";
import { sweepLotes } from "./sweep-lotes.ts";
import { sweepEmailCounts, sweepSilentCaixas, sweepStalled } from "./sweep-stalled.ts";
import { sweepUsage } from "./sweep-usage.ts";
import { sweepXmlRequests } from "./sweep-xml-requests.ts";

/** How long a finished task is kept. */
const TASK_AGE_MS = 30 * DAY_MS;
/** How long a request to SEFAZ is counted: beyond the longest quota window (services/sefaz). */
const SEFAZ_AGE_MS = 3 * HOUR_MS;
/** How long an unanswered consulta is kept: as long as SEFAZ answers about a chave. */
const FAILURE_AGE_MS = 180 * DAY_MS;
/** Rows per delete. */
const ROWS = 1_000;
/** Deletes per round. SEFAZ requests are deleted without this limit, because they grow with every query. */
const DELETES = 20;

/**
 * Random delay of the chores that read whole tables, so that processes started together run them
 * apart. In ms.
 */
const FIRST_RUN_MS = { from: 20 * MINUTE_MS, to: 80 * MINUTE_MS };

/**
 * A periodic chore; several processes may run it at once without harm. isDelayed: not at the start
 * of a process, which may happen many times a day. runsOnClockJump: also at a jump of the clock. On the
 * signal it leaves the rest for the next run.
 */
type CleanupJob = {
  nome: string;
  everyMs: number;
  isDelayed?: boolean;
  runsOnClockJump?: boolean;
  sweep(ctx: AppContext, signal?: AbortSignal): Promise<number>;
};

/** Runs every chore now, then at its own interval. */
export function startCleanup(ctx: AppContext, blobs: BlobCleanup): { stop(): Promise<void> } {
  const ending = new AbortController();
  // One listener per chore.
  setMaxListeners(0, ending.signal);
  const running = [...CLEANUP_JOBS, blobCleanup(blobs)].map((sweeper) => repeat(ctx, sweeper, ending.signal));
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** Chores of the database. */
export const CLEANUP_JOBS: readonly CleanupJob[] = [
  {
    nome: "sessões vencidas",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => ctx.database.gatekeeper.sweepSessions(machineNow(ctx.clock), ROWS)),
  },
  {
    nome: "respostas guardadas por Idempotency-Key",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => ctx.database.gatekeeper.sweepIdempotency(ctx.clock.now(), ROWS)),
  },
  {
    nome: "freios da entrada",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => ctx.database.gatekeeper.sweepThrottles(ctx.clock.now(), ROWS)),
  },
  {
    nome: "tarefas terminadas",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => {
        const before = new Date(ctx.clock.now().getTime() - TASK_AGE_MS);
        return ctx.database.gatekeeper.sweepTasks(before, ROWS);
      }),
  },
  {
    nome: "perguntas à SEFAZ",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(
        signal,
        () => {
          const now = ctx.clock.now();
          const before = new Date(now.getTime() - SEFAZ_AGE_MS);
          return ctx.database.gatekeeper.sweepSefaz({ now, antes: before, limite: ROWS });
        },
        Number.POSITIVE_INFINITY,
      ),
  },
  {
    nome: "consultas sem resposta",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => {
        const before = new Date(ctx.clock.now().getTime() - FAILURE_AGE_MS);
        return ctx.database.gatekeeper.sweepConsultas(before, ROWS);
      }),
  },
  {
    nome: "partições do mês",
    everyMs: DAY_MS,
    sweep: (ctx) => ctx.database.gatekeeper.ensurePartitions(ctx.clock.now()),
  },
  {
    nome: "marca dos arquivos",
    everyMs: 10 * MINUTE_MS,
    sweep: async (ctx) => {
      await markStore(ctx);
      return 0;
    },
  },
  { nome: "trabalho parado", everyMs: 10 * MINUTE_MS, sweep: sweepStalled },
  {
    nome: "certificados vencendo",
    everyMs: HOUR_MS,
    isDelayed: true,
    runsOnClockJump: true,
    sweep: sweepCertificados,
  },
  {
    nome: "prazos da manifestação",
    everyMs: HOUR_MS,
    isDelayed: true,
    runsOnClockJump: true,
    sweep: sweepDeadlines,
  },
  {
    nome: "lembretes dos XML pedidos",
    everyMs: HOUR_MS,
    isDelayed: true,
    runsOnClockJump: true,
    sweep: sweepXmlRequests,
  },
  { nome: "mensagens de visitantes", everyMs: MINUTE_MS, sweep: sweepContacts },
  {
    nome: "medida do armazenamento",
    everyMs: HOUR_MS,
    sweep: async (ctx) => {
      await ctx.database.gatekeeper.measureStorage(ctx.clock.now());
      return 0;
    },
  },
  { nome: "uso dos planos", everyMs: HOUR_MS, isDelayed: true, sweep: sweepUsage },
  { nome: "contas dos e-mails", everyMs: DAY_MS, isDelayed: true, sweep: sweepEmailCounts },
  { nome: "passeios da distribuição", everyMs: 10 * MINUTE_MS, isDelayed: true, sweep: sweepDistribuicoes },
  { nome: "arquivos expirados", everyMs: HOUR_MS, isDelayed: true, sweep: sweepFiles },
  { nome: "lotes antigos", everyMs: HOUR_MS, isDelayed: true, sweep: sweepLotes },
  { nome: "exames do antivírus", everyMs: HOUR_MS, isDelayed: true, sweep: sweepAntivirus },
  { nome: "avisos aos webhooks", everyMs: HOUR_MS, isDelayed: true, sweep: sweepWebhooks },
  { nome: "caixas silenciosas", everyMs: DAY_MS, isDelayed: true, sweep: sweepSilentCaixas },
];

const blobCleanup = (blobs: BlobCleanup): CleanupJob => ({
  nome: "arquivos sem dono",
  everyMs: HOUR_MS,
  sweep: (ctx) => blobs.run(ctx.clock.now()),
});

async function inTurns(
  signal: AbortSignal | undefined,
  deleteSome: () => Promise<number>,
  deletes = DELETES,
): Promise<number> {
  let total = 0;
  for (let n = 0; n < deletes && !signal?.aborted; n += 1) {
    const some = await deleteSome();
    total += some;
    if (some < ROWS) break;
  }
  return total;
}

async function repeat(
  ctx: AppContext,
  { nome, everyMs, isDelayed, runsOnClockJump, sweep }: CleanupJob,
  signal: AbortSignal,
): Promise<void> {
  const rest = async (ms: number): Promise<void> => {
    const jumped = new AbortController();
    const stopListening = runsOnClockJump ? ctx.clock.onJump?.(() => jumped.abort()) : undefined;
    const woken = AbortSignal.any([signal, jumped.signal]);
    await sleep(ms, undefined, { signal: woken, ref: false }).catch(() => {});
    stopListening?.();
  };
  if (isDelayed) await rest(FIRST_RUN_MS.from + Math.random() * (FIRST_RUN_MS.to - FIRST_RUN_MS.from));
  while (!signal.aborted) {
    try {
      const swept = await sweep(ctx, signal);
      if (swept > 0) ctx.log.info({ faxina: nome, quantos: swept }, "faxina feita");
    } catch (error) {
      ctx.log.warn({ err: error, faxina: nome }, "a faxina falhou; fica para a próxima vez");
    }
    await rest(everyMs);
  }
}
