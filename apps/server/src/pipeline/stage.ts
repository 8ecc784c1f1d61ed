import type { AppContext } from "../app-context.ts";
import type { Leitura } from "./leitura.ts";

/** The three jobs of the pipeline, by what they wait for: the mail server, nothing external, SEFAZ. */
export type JobTipo = "poll" | "ingest" | "validate";

/** What crosses from one job to the next: an id, never content. */
export type Ref = { alvo: string };

/** What a job works on. */
export type JobAlvo = { contaId: string; tipo: JobTipo; alvo: string };

/** One run of one job. prazo: a run past it counts as lost. */
export type Job = JobAlvo & { tarefaId: string; tentativa: number; prazo: Date };

/** The context of a stage. leitura: the remaining limits of the reading; absent = no limits. */
export type StageContext = AppContext & { job: Job; leitura?: Leitura };

/**
 * One stage of the pipeline: reads the output of the stage before, never refers to the next, and
 * may rerun at any point, because constraints make its writes unique.
 */
export type Stage<I, O> = {
  readonly nome: string;
  readonly job: JobTipo;
  run(ctx: StageContext, inputs: AsyncIterable<I>): AsyncIterable<O>;
};

/** A stage of erased type; {@link Road.into} has checked that neighbours fit. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds stages of every type; `into` is where the types are held
type AnyStage = Stage<any, any>;

/** Stages in order. `into` compiles only if the next stage accepts the output of the last. */
export type Road<O> = {
  readonly stages: readonly AnyStage[];
  into<P>(next: Stage<O, P>): Road<P>;
};

/** Starts a pipeline with a stage that reads an id. */
export function startWith<O>(first: Stage<Ref, O>): Road<O> {
  return roadOf<O>([first]);
}

function roadOf<O>(stages: readonly AnyStage[]): Road<O> {
  return { stages, into: <P>(next: Stage<O, P>) => roadOf<P>([...stages, next]) };
}
