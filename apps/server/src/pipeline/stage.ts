import type { AppContext } from "../app-context.ts";
import type { Leitura } from "./leitura.ts";

/** The three places where the road stops to wait for the outside world: mail server, nothing but us, SEFAZ. */
export type JobTipo = "poll" | "ingest" | "validate";

/** What crosses from one job to the next: an id, never contents. */
export type Ref = { alvo: string };

/** What a job is about. */
export type JobAlvo = { contaId: string; tipo: JobTipo; alvo: string };

/** One run of one job. prazo: who is not done by then is taken for lost. */
export type Job = JobAlvo & { tarefaId: string; tentativa: number; prazo: Date };

/** What a stage works with. leitura: what reading may still take; absent where nothing limits it. */
export type StageContext = AppContext & { job: Job; leitura?: Leitura };

/**
 * One stage of the road: eats what the stage before returns, never names the next, and may be run again at any point
 * because what it writes is unique by a constraint.
 */
export type Stage<I, O> = {
  readonly nome: string;
  readonly job: JobTipo;
  run(ctx: StageContext, inputs: AsyncIterable<I>): AsyncIterable<O>;
};

/** A stage of which only the place is known; {@link Road.into} has checked that neighbours fit. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds stages of every type; `into` is where the types are held
type AnyStage = Stage<any, any>;

/** Stages in order. `into` compiles only when the next stage eats what the last one returns. */
export type Road<O> = {
  readonly stages: readonly AnyStage[];
  into<P>(next: Stage<O, P>): Road<P>;
};

/** Begins a road with the stage that starts from an id. */
export function startWith<O>(first: Stage<Ref, O>): Road<O> {
  return roadOf<O>([first]);
}

function roadOf<O>(stages: readonly AnyStage[]): Road<O> {
  return { stages, into: <P>(next: Stage<O, P>) => roadOf<P>([...stages, next]) };
}
