import type { AppContext } from "../app-context.ts";
import type { TaskType } from "../services/task/task.rules.ts";

/**
 * One run of one task. alvo: caixa id (poll), email id (ingest), chave (validate), envio id
 * (envio). falhas: earlier attempts that failed. prazo: deadline in machine time (clock.ts,
 * msLeft); work past it stops at its next step. A lost lease sets it into the past.
 */
export type Job = {
  contaId: string;
  tarefaId: string;
  tipo: TaskType;
  alvo: string;
  tentativa: number;
  falhas: number;
  prazo: Date;
};

/** Handlers of a task. Both may run twice for the same job: a constraint makes their writes unique. */
export type JobHandlers = {
  /**
   * Plans its own next run, if any. lost: fires when another process owns the task.
   * @throws Outage when an external service is unavailable
   */
  run(ctx: AppContext, job: Job, lost?: AbortSignal): Promise<void>;
  /** The task is abandoned: records what the user must see. motivo: why the last attempt failed. */
  onGiveUp(ctx: AppContext, job: GivenUp): Promise<void>;
};

/** A job that will not be retried. */
export type GivenUp = Pick<Job, "contaId" | "tarefaId" | "tipo" | "alvo" | "tentativa"> & {
  motivo: string;
};
