import type { AppContext } from "../app-context.ts";
import { msLeft } from "../clock.ts";
import { isPublished } from "../services/documento/documento.rules.ts";
import { closeEmail } from "../services/email/email-ingest.rows.ts";
import { findVisoesConsulta, saveSefazFalha } from "../services/nota/nota-ingest.rows.ts";
import { findNextConferencia, toValidate } from "../services/sefaz/sefaz.rules.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { createLeitura } from "./leitura.ts";
import { pipeline } from "./pipeline.ts";
import type { Job, JobAlvo, Ref, StageContext } from "./stage.ts";
import { traceStage } from "./trace-stage.ts";

/**
 * Runs one job: its stages, joined as streams, so that of an e-mail of a thousand files only a few stand in memory; a package is opened as
 * a whole, within its limits. What the last stage returns was already planned as tarefas by the transaction that wrote it, and so was
 * the job's own next run.
 * @throws Outage when the world outside is away; anything else is a bug and costs the tarefa one of its attempts
 */
export async function runPipelineJob(app: AppContext, job: Job): Promise<void> {
  const leitura = createLeitura({ pulse: app.pulse });
  const ctx = { ...app, job, leitura };
  let flow: AsyncIterable<unknown> = startAt(job.alvo);
  for (const stage of pipeline.stages.filter((each) => each.job === job.tipo)) {
    flow = traceStage(ctx.tracing, stage.nome, stage.run(ctx, inTime(ctx, flow)));
  }
  for await (const _ of flow);
}

async function* startAt(alvo: string): AsyncIterable<Ref> {
  yield { alvo };
}

// Who is taken for lost must not go on beside the attempt that follows.
async function* inTime(ctx: StageContext, inputs: AsyncIterable<unknown>): AsyncIterable<unknown> {
  for await (const input of inputs) {
    if (msLeft(ctx.clock, ctx.job.prazo) < 0)
      throw new Error("the attempt went on after its time, and ended itself");
    yield input;
  }
}

/**
 * Leaves what a person must see when a job will not be tried again: an e-mail that was not read goes to quarantine with its raw
 * message; a document that SEFAZ was not asked about waits for its next planned check. A poll is never given up.
 */
export async function giveUpPipelineJob(app: AppContext, job: JobAlvo): Promise<void> {
  const { contaId, tipo, alvo } = job;
  const agora = app.clock.now();
  await app.database.withContaSql(contaId, async (sql) => {
    if (tipo === "ingest") await closeEmail(sql, contaId, { emailId: alvo, motivo: "leitura-falhou" });
    if (tipo !== "validate") return;
    await saveSefazFalha(sql, contaId, { chave: alvo, semCertificado: false });
    const visao = (await findVisoesConsulta(sql, contaId, alvo)).find(isPublished);
    const next = visao ? findNextConferencia(visao.dataEmissao, agora) : null;
    if (next) await planTarefas(sql, contaId, [toValidate(alvo, next)]);
  });
}
