import type { AppContext } from "../app-context.ts";
import { msLeft } from "../clock.ts";
import { isPublished } from "../services/documento/documento.rules.ts";
import { closeEmail } from "../services/email/email-ingest.rows.ts";
import { findQueriedViews, saveSefazFailure } from "../services/nota/nota-ingest.rows.ts";
import { findNextRecheck, toValidateTask } from "../services/sefaz/sefaz.rules.ts";
import { planTasks } from "../services/task/task.rows.ts";
import { createReadingLimits } from "./ingest/reading-limits.ts";
import { pipeline } from "./pipeline.ts";
import type { Job, JobTarget, Ref, StageContext } from "./stage.ts";
import { traceStage } from "./trace-stage.ts";

/**
 * Runs one job: its stages, joined as streams, so that few of an e-mail's files are in memory at
 * once. A package is opened whole, within its limits. Tasks for the yielded ids are already planned
 * by the transaction that wrote them, like the job's own next run.
 * @throws Outage when a service is unavailable; other errors are bugs and count as failed attempts
 */
export async function runPipelineJob(app: AppContext, job: Job): Promise<void> {
  const limits = createReadingLimits({ pulse: app.pulse });
  const ctx = { ...app, job, limits };
  let flow: AsyncIterable<unknown> = startAt(job.alvo);
  for (const stage of pipeline.stages.filter((each) => each.job === job.tipo)) {
    flow = traceStage(ctx.tracing, stage.nome, stage.run(ctx, inTime(ctx, flow)));
  }
  for await (const _ of flow);
}

async function* startAt(alvo: string): AsyncIterable<Ref> {
  yield { alvo };
}

// An attempt past its deadline counts as lost and must not run beside the next one.
async function* inTime(ctx: StageContext, inputs: AsyncIterable<unknown>): AsyncIterable<unknown> {
  for await (const input of inputs) {
    if (msLeft(ctx.clock, ctx.job.prazo) < 0)
      throw new Error("the attempt went on after its time, and ended itself");
    yield input;
  }
}

/**
 * Records a job that is not retried: an unread e-mail goes to quarantine with its raw message; a
 * document without an answer of SEFAZ waits for its next recheck. A poll is never given up.
 */
export async function giveUpPipelineJob(app: AppContext, job: JobTarget): Promise<void> {
  const { contaId, tipo, alvo } = job;
  const now = app.clock.now();
  await app.database.withConta(contaId, async (db) => {
    if (tipo === "ingest") await closeEmail(db, contaId, { emailId: alvo, motivo: "leitura-falhou" });
    if (tipo !== "validate") return;
    await saveSefazFailure(db, contaId, { chave: alvo, lacksCertificado: false });
    const view = (await findQueriedViews(db, contaId, alvo)).find(isPublished);
    const next = view ? findNextRecheck(view.dataEmissao, now) : null;
    if (next) await planTasks(db, contaId, [toValidateTask(alvo, next)]);
  });
}
