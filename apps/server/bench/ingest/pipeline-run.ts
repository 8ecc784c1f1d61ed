import { MINUTE_MS } from "@malote/syntax";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import type { JobType } from "../../src/pipeline/stage.ts";
import { createDemoConta } from "../../src/setup/demo.ts";
import { createTestContext, type TestContext } from "../../tests/setup/context.ts";
import { openRemoteMailbox, type RemoteMailbox } from "./remote-mailbox.ts";

/** The demo conta with the pipeline stages in this process and everything else in other processes. */
export type PipelineRun = TestContext & {
  mailbox: RemoteMailbox;
  /** Polls the mailbox and ingests its messages until the last commit. @returns number of e-mails ingested */
  pollAndIngest(): Promise<number>;
  countNotas(): Promise<number>;
};

/** Ingest jobs at once in one process, as in the worker. */
const PARALLEL_INGESTS = 2;
/** Longest job, in ms. */
const JOB_MS = 10 * MINUTE_MS;

type DueTask = { id: string; contaId: string; tipo: JobType; alvo: string; tentativa: number };

/** Opens an empty database, and a mailbox in a child process. */
export async function openPipelineRun(): Promise<PipelineRun> {
  const mailbox = await openRemoteMailbox();
  const context = await createTestContext({ sandbox: { info: mailbox.info }, allowPrivate: true });
  await createDemoConta(context.ctx);
  return {
    ...context,
    mailbox,
    pollAndIngest: async () => {
      await context.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
      await runDue(context, "poll");
      return await runDue(context, "ingest");
    },
    countNotas: async () => {
      const [row] = await context.asOwner<{ n: number }>("SELECT count(*)::int AS n FROM nota");
      return row?.n ?? 0;
    },
    dispose: async () => {
      await context.dispose();
      await mailbox.stop();
    },
  };
}

/** Runs the due tarefas of one tipo, several at a time. @throws the error of the first one that fails */
async function runDue({ asOwner, ctx }: TestContext, tipo: JobType): Promise<number> {
  const due = await asOwner<DueTask>(
    `UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = $1 AND vence_em <= now()
     RETURNING id, conta_id AS "contaId", tipo, alvo, tentativa`,
    [tipo],
  );
  const next = due.values();
  const lane = async (): Promise<void> => {
    for (const task of next) {
      await runPipelineJob(ctx, { ...task, tarefaId: task.id, prazo: new Date(Date.now() + JOB_MS) });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_INGESTS }, lane));
  await asOwner(
    `UPDATE tarefa SET estado = CASE WHEN proxima_em IS NULL THEN 'feita' ELSE 'pendente' END,
       vence_em = coalesce(proxima_em, vence_em), proxima_em = NULL WHERE id = ANY($1)`,
    [due.map(({ id }) => id)],
  );
  return due.length;
}
