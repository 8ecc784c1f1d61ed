import type { AppContext } from "../app-context.ts";
import { pipeline } from "./pipeline.ts";
import type { Job, Next, Ref } from "./stage.ts";

/**
 * Runs one job: its stages, joined as streams, so that an e-mail of a thousand files never stands in memory whole. What the last
 * stage returns was already planned as tarefas by the transaction that wrote it.
 * @returns when the same tarefa is to run again, if a stage asked for it
 * @throws Outage when the world outside is away; anything else is a bug and costs the tarefa one of its attempts
 */
export async function runPipelineJob(app: AppContext, job: Job): Promise<Next | null> {
  let next: Next | null = null;
  const plan = (wanted: Next): void => {
    next = wanted;
  };
  const ctx = { ...app, job, plan };
  let flow: AsyncIterable<unknown> = startAt(job.alvo);
  for (const stage of pipeline.stages.filter((each) => each.job === job.tipo)) flow = stage.run(ctx, flow);
  for await (const _ of flow);
  return next;
}

async function* startAt(alvo: string): AsyncIterable<Ref> {
  yield { alvo };
}
