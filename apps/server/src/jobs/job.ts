import type { AppContext } from "../app-context.ts";
import type { TarefaTipo } from "../services/tarefa/tarefa.rules.ts";

/**
 * One run of one tarefa. alvo: caixa id (poll), email id (ingest), chave (validate), envio id (envio). falhas: attempts before this one
 * that began and did not end well. prazo: the attempt has failed then; what still runs of it stops at its next step. It is an
 * instant of the machine's (clock.ts, msLeft), as the lease is, and lies in the past once the tarefa is another's (jobs/leases.ts).
 */
export type Job = {
  contaId: string;
  tarefaId: string;
  tipo: TarefaTipo;
  alvo: string;
  tentativa: number;
  falhas: number;
  prazo: Date;
};

/** What is done for a tarefa. Both may run twice for the same job: what they write is unique by a constraint. */
export type JobHandlers = {
  /**
   * When it must run again it has planned that itself. lost: fires when the tarefa is another's.
   * @throws Outage when the world outside is away
   */
  run(ctx: AppContext, job: Job, lost?: AbortSignal): Promise<void>;
  /** Nothing more will be tried: leaves what a person must see. motivo: why the last attempt failed. */
  onGiveUp(ctx: AppContext, job: GivenUp): Promise<void>;
};

/** A job that will not be tried again. */
export type GivenUp = Pick<Job, "contaId" | "tarefaId" | "tipo" | "alvo" | "tentativa"> & {
  motivo: string;
};
