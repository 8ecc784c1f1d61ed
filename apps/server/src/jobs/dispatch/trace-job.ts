import type { AppContext } from "../../app-context.ts";
import { findEmailOfChave } from "../../services/email/email-origin.rows.ts";
import type { OpenSpan } from "../../tracing/tracing.ts";
import type { Job } from "../job.ts";

/** Traces one attempt of a job, within the trace of its e-mail if it has one. */
export async function traceJob(
  ctx: AppContext,
  job: Job,
  work: (span: OpenSpan) => Promise<void>,
): Promise<void> {
  const { tracing } = ctx;
  if (!tracing.isOn) return await tracing.run(job.tipo, {}, work);
  const { contaId, tarefaId, tipo, tentativa } = job;
  const attributes = {
    "malote.conta": contaId,
    "malote.tarefa": tarefaId,
    "malote.tentativa": tentativa,
    ...targetOf(job),
  };
  const place = { emailId: await findEmail(ctx, job).catch(() => null) }; // the job meets the same error
  await tracing.run(tipo, { kind: "consumer", attributes, place }, work);
}

/** Only our own ids: the target of a SEFAZ query is a document's chave. */
function targetOf({ tipo, alvo }: Job): Record<string, string> {
  return tipo === "validate" ? {} : { "malote.alvo": alvo };
}

async function findEmail(ctx: AppContext, { contaId, tipo, alvo }: Job): Promise<string | null> {
  if (tipo === "ingest") return alvo;
  if (tipo !== "validate") return null;
  return await ctx.database.withConta(contaId, (db) => findEmailOfChave(db, contaId, alvo));
}
