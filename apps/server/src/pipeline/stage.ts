import type { AppContext } from "../app-context.ts";
import type { ReadingLimits } from "./ingest/reading-limits.ts";

/** The three jobs of the pipeline, by what they wait for: the mail server, nothing external, SEFAZ. */
export type JobType = "poll" | "ingest" | "validate";

/** What crosses from one job to the next: an id, never content. */
export type Ref = { alvo: string };

/** What a job works on. */
export type JobTarget = { contaId: string; tipo: JobType; alvo: string };

/** One run of one job. prazo: a run past it counts as lost. */
export type Job = JobTarget & { tarefaId: string; tentativa: number; prazo: Date };

/** The context of a stage. limits: the remaining limits of the reading; absent = no limits. */
export type StageContext = AppContext & { job: Job; limits?: ReadingLimits };

/**
 * One stage of the pipeline: reads the output of the stage before, never refers to the next, and
 * may rerun at any point, because constraints make its writes unique.
 */
export type Stage<I, O> = {
  readonly nome: string;
  readonly job: JobType;
  run(ctx: StageContext, inputs: AsyncIterable<I>): AsyncIterable<O>;
};

/** A stage of erased type; {@link Pipeline} has checked that neighbours fit. */
// biome-ignore lint/suspicious/noExplicitAny: `pipe` and `nextJob` have checked these types
type AnyStage = Stage<any, any>;

/** Stages in order; O: the output of the last one. */
export type Pipeline<O> = {
  readonly stages: readonly AnyStage[];
  /** Adds a stage of the same job. Compiles only if it accepts the output of the last stage. */
  pipe<P>(next: Stage<O, P>): Pipeline<P>;
  /** Ends the job and adds the first stage of the next one. Compiles only if the last stage yields ids. */
  nextJob<P>(this: Pipeline<Ref>, first: Stage<Ref, P>): Pipeline<P>;
};

/** Starts a pipeline with the first stage of its first job. */
export function firstJob<O>(first: Stage<Ref, O>): Pipeline<O> {
  return pipelineOf<O>([first]);
}

function pipelineOf<O>(stages: readonly AnyStage[]): Pipeline<O> {
  const add = <P>(next: AnyStage): Pipeline<P> => pipelineOf<P>([...stages, next]);
  return { stages, pipe: add, nextJob: add };
}
