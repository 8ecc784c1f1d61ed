import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../app-context.ts";
import type { BlobSweeper } from "../blob/folder-sweeper.ts";
import { sweepAntivirus } from "./sweep-antivirus.ts";
import { sweepArquivos } from "./sweep-arquivos.ts";
import { markStore } from "./sweep-blobs.ts";
import { sweepCertificados } from "./sweep-certificados.ts";
import { sweepContas, sweepParados, sweepSilencio } from "./sweep-coleta.ts";
import { sweepContatos } from "./sweep-contato.ts";
import { sweepDistribuicoes } from "./sweep-distribuicoes.ts";
import { sweepPrazos } from "./sweep-prazos.ts";
import { sweepUso } from "./sweep-uso.ts";
import { sweepWebhooks } from "./webhooks/sweep-webhooks.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a finished task is kept. */
const TAREFA_AGE_MS = 30 * DAY_MS;
/** How long a request to SEFAZ is counted: beyond the longest quota window (services/sefaz). */
const SEFAZ_AGE_MS = 3 * HOUR_MS;
/** How long an unanswered consulta is kept: as long as SEFAZ answers about a chave. */
const FALHA_AGE_MS = 180 * DAY_MS;
/** Rows per delete. */
const ROWS = 1_000;
/** Deletes per round. SEFAZ requests are deleted without this limit, because they grow with every query. */
const DELETES = 20;

/**
 * Random delay of the chores that read whole tables, so that processes started together run them
 * apart. In ms.
 */
const DEPOIS_MS = { from: 20 * MINUTE_MS, to: 80 * MINUTE_MS };

/**
 * A periodic chore; several processes may run it at once without harm. semPressa: not at the start
 * of a process, which may happen many times a day. peloRelogio: also at a jump of the clock. On the
 * signal it leaves the rest for the next run.
 */
type Sweeper = {
  nome: string;
  everyMs: number;
  semPressa?: boolean;
  peloRelogio?: boolean;
  sweep(ctx: AppContext, signal?: AbortSignal): Promise<number>;
};

/** Runs every chore now, then at its own interval. */
export function startSweepers(ctx: AppContext, blobs: BlobSweeper): { stop(): Promise<void> } {
  const ending = new AbortController();
  // One listener per chore.
  setMaxListeners(0, ending.signal);
  const running = [...SWEEPERS, blobSweeper(blobs)].map((sweeper) => repeat(ctx, sweeper, ending.signal));
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** Chores of the database. */
export const SWEEPERS: readonly Sweeper[] = [
  {
    nome: "sessões vencidas",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) => inTurns(signal, () => ctx.database.portaria.sweepSessoes(ctx.clock.now(), ROWS)),
  },
  {
    nome: "respostas guardadas por Idempotency-Key",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => ctx.database.portaria.sweepIdempotencia(ctx.clock.now(), ROWS)),
  },
  {
    nome: "freios da entrada",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) => inTurns(signal, () => ctx.database.portaria.sweepFreios(ctx.clock.now(), ROWS)),
  },
  {
    nome: "tarefas terminadas",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => {
        const antes = new Date(ctx.clock.now().getTime() - TAREFA_AGE_MS);
        return ctx.database.portaria.sweepTarefas(antes, ROWS);
      }),
  },
  {
    nome: "perguntas à SEFAZ",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(
        signal,
        () => {
          const agora = ctx.clock.now();
          const antes = new Date(agora.getTime() - SEFAZ_AGE_MS);
          return ctx.database.portaria.sweepSefaz({ agora, antes, limite: ROWS });
        },
        Number.POSITIVE_INFINITY,
      ),
  },
  {
    nome: "consultas sem resposta",
    everyMs: HOUR_MS,
    sweep: (ctx, signal) =>
      inTurns(signal, () => {
        const antes = new Date(ctx.clock.now().getTime() - FALHA_AGE_MS);
        return ctx.database.portaria.sweepConsultas(antes, ROWS);
      }),
  },
  {
    nome: "partições do mês",
    everyMs: DAY_MS,
    sweep: (ctx) => ctx.database.portaria.ensureParticoes(ctx.clock.now()),
  },
  {
    nome: "marca dos arquivos",
    everyMs: 10 * MINUTE_MS,
    sweep: async (ctx) => {
      await markStore(ctx);
      return 0;
    },
  },
  { nome: "trabalho parado", everyMs: 10 * MINUTE_MS, sweep: sweepParados },
  {
    nome: "certificados vencendo",
    everyMs: HOUR_MS,
    semPressa: true,
    peloRelogio: true,
    sweep: sweepCertificados,
  },
  {
    nome: "prazos da manifestação",
    everyMs: HOUR_MS,
    semPressa: true,
    peloRelogio: true,
    sweep: sweepPrazos,
  },
  { nome: "mensagens de visitantes", everyMs: MINUTE_MS, sweep: sweepContatos },
  {
    nome: "medida do armazenamento",
    everyMs: HOUR_MS,
    sweep: async (ctx) => {
      await ctx.database.portaria.measureArmazenamento(ctx.clock.now());
      return 0;
    },
  },
  { nome: "uso dos planos", everyMs: HOUR_MS, semPressa: true, sweep: sweepUso },
  { nome: "contas dos e-mails", everyMs: DAY_MS, semPressa: true, sweep: sweepContas },
  { nome: "passeios da distribuição", everyMs: 10 * MINUTE_MS, semPressa: true, sweep: sweepDistribuicoes },
  { nome: "arquivos expirados", everyMs: HOUR_MS, semPressa: true, sweep: sweepArquivos },
  { nome: "exames do antivírus", everyMs: HOUR_MS, semPressa: true, sweep: sweepAntivirus },
  { nome: "avisos aos webhooks", everyMs: HOUR_MS, semPressa: true, sweep: sweepWebhooks },
  { nome: "caixas silenciosas", everyMs: DAY_MS, semPressa: true, sweep: sweepSilencio },
];

const blobSweeper = (blobs: BlobSweeper): Sweeper => ({
  nome: "arquivos sem dono",
  everyMs: HOUR_MS,
  sweep: (ctx) => blobs.sweep(ctx.clock.now()),
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
  { nome, everyMs, semPressa, peloRelogio, sweep }: Sweeper,
  signal: AbortSignal,
): Promise<void> {
  const rest = async (ms: number): Promise<void> => {
    const jumped = new AbortController();
    const unheed = peloRelogio ? ctx.clock.onJump?.(() => jumped.abort()) : undefined;
    const woken = AbortSignal.any([signal, jumped.signal]);
    await sleep(ms, undefined, { signal: woken, ref: false }).catch(() => {});
    unheed?.();
  };
  if (semPressa) await rest(DEPOIS_MS.from + Math.random() * (DEPOIS_MS.to - DEPOIS_MS.from));
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
