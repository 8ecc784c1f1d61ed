import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { FinishedWork } from "../../db/index.ts";
import type { TaskType } from "../../services/task/task.rules.ts";

/** Interval of the writes: one statement, whatever the load. */
const FLUSH_MS = 10_000;

/** Counts finished attempts of one process per minute, for the operator's screen. */
export type WorkTally = {
  note(tipo: TaskType, fim: "feito" | "adiado" | "falhou"): void;
  /** Stores the last counts. */
  stop(): Promise<void>;
};

/** Starts to count. Counts that cannot be stored wait for the next write; a crash loses 10 s of them. */
export function startWorkTally(ctx: AppContext, executor: number): WorkTally {
  const counts = new Map<TaskType, FinishedWork>();
  const ending = new AbortController();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const finished = [...counts.values()];
    counts.clear();
    const minute = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
    try {
      await ctx.database.gatekeeper.addFinishedWork({ minuto: minute, executor, feito: finished });
    } catch (error) {
      for (const { tipo, feitas, falhas } of finished) add(counts, tipo as TaskType, { feitas, falhas });
      ctx.log.warn({ err: error }, "a contagem do trabalho não pôde ser gravada; fica para a próxima vez");
    }
  };
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await sleep(FLUSH_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      await flush();
    }
  };
  const ended = loop();
  return {
    note: (tipo, fim) => {
      if (fim === "adiado") return;
      add(counts, tipo, fim === "feito" ? { feitas: 1, falhas: 0 } : { feitas: 0, falhas: 1 });
    },
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

type Counts = Map<TaskType, FinishedWork>;

function add(counts: Counts, tipo: TaskType, more: Omit<FinishedWork, "tipo">): void {
  const { feitas = 0, falhas = 0 } = counts.get(tipo) ?? {};
  counts.set(tipo, { tipo, feitas: feitas + more.feitas, falhas: falhas + more.falhas });
}
