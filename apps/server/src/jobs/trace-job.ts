import type { AppContext } from "../app-context.ts";
import { findEmailOfChave } from "../services/email/email-origem.rows.ts";
import type { OpenSpan } from "../tracing/tracing.ts";
import type { Job } from "./job.ts";

/** A span around one attempt of a job: in the trace of the e-mail that it is about, where it is about one. */
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
    ...alvoOf(job),
  };
  const place = { emailId: await findEmail(ctx, job).catch(() => null) }; // the job itself meets the same database
  await tracing.run(tipo, { kind: "consumer", attributes, place }, work);
}

/** Our own ids alone: what is asked of SEFAZ is named by the key of a document. */
function alvoOf({ tipo, alvo }: Job): Record<string, string> {
  return tipo === "validate" ? {} : { "malote.alvo": alvo };
}

async function findEmail(ctx: AppContext, { contaId, tipo, alvo }: Job): Promise<string | null> {
  if (tipo === "ingest") return alvo;
  if (tipo !== "validate") return null;
  return await ctx.database.withContaSql(contaId, (sql) => findEmailOfChave(sql, contaId, alvo));
}
