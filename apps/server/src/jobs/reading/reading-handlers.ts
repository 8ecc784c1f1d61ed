import { giveUpPipelineJob, runPipelineJob } from "../../pipeline/run-pipeline-job.ts";
import type { JobType } from "../../pipeline/stage.ts";
import type { TaskType } from "../../services/task/task.rules.ts";
import { importacaoJob } from "../importacao/run-importacao.ts";
import type { JobHandlers } from "../job.ts";

export type HandlerTable = Partial<Record<TaskType, JobHandlers>>;

/** Jobs that parse foreign input: they run in threads, and the main thread stays responsive. */
export const READING_HANDLERS: HandlerTable = { ingest: pipelineJob("ingest"), importacao: importacaoJob };

/** Handlers of a job of the pipeline. */
export function pipelineJob(tipo: JobType): JobHandlers {
  return {
    run: (ctx, job) => runPipelineJob(ctx, { ...job, tipo }),
    onGiveUp: (ctx, job) => giveUpPipelineJob(ctx, { ...job, tipo }),
  };
}

/** Gives each job to the handlers of its type. */
export function joinHandlers(table: HandlerTable): JobHandlers {
  const handlersOf = (tipo: TaskType): JobHandlers => {
    const handlers = table[tipo];
    if (!handlers) throw new Error(`no handler for ${tipo}`);
    return handlers;
  };
  return {
    run: (ctx, job) => handlersOf(job.tipo).run(ctx, job),
    onGiveUp: (ctx, job) => handlersOf(job.tipo).onGiveUp(ctx, job),
  };
}
