import type { AppContext } from "../app-context.ts";
import { Deferral } from "../errors.ts";
import { findEmailOfChave } from "../services/email/email-origem.rows.ts";
import type { OpenSpan } from "../tracing/tracing.ts";
import type { Job } from "./job.ts";

/** A span around one attempt of a job: in the trace of the e-mail that it is about, where it is about one. */
export async function traceJob(ctx: AppContext, job: Job, work: () => Promise<void>): Promise<void> {
  if (!ctx.tracing.isOn) return await work();
  const { contaId, tarefaId, tipo, tentativa } = job;
  const attributes = {
    "malote.conta": contaId,
    "malote.tarefa": tarefaId,
    "malote.tentativa": tentativa,
    ...alvoOf(job),
  };
  const place = { emailId: await findEmail(ctx, job) };
  await ctx.tracing.run(tipo, { kind: "consumer", attributes, place }, (span) => endWith(span, work));
}

/** That it was not our turn is no failure. */
async function endWith(span: OpenSpan, work: () => Promise<void>): Promise<void> {
  const deferral = await work().then(
    () => null,
    (error: unknown) => {
      if (error instanceof Deferral) return error;
      throw error;
    },
  );
  if (deferral === null) return;
  span.set({ "malote.adiado": deferral.motivo });
  span.end();
  throw deferral;
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
