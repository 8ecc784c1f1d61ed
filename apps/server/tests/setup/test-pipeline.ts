import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { MINUTE_MS } from "@malote/syntax";
import { giveUpPipelineJob, runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import type { JobType } from "../../src/pipeline/stage.ts";
import { createDemoConta } from "../../src/setup/demo.ts";
import { createTestContext, type TestContext } from "./context.ts";

type DueTarefa = { id: string; contaId: string; tipo: JobType; alvo: string; tentativa: number };

/** The demo conta and the sandbox, without a worker: the test decides when each job runs. */
export type TestPipeline = TestContext & {
  sandbox: Sandbox;
  contaId: string;
  /** Runs due ingest and validate jobs; returns the errors of failed jobs. */
  runDueJobs(): Promise<unknown[]>;
  /** Runs the due tarefas of one kind once. jobMs: time limit of each. */
  run(tipo: JobType, jobMs?: number): Promise<unknown[]>;
  /** Polls the demo caixa now, then runs the resulting jobs. */
  collect(): Promise<unknown[]>;
  giveUp(tipo: JobType, alvo: string): Promise<void>;
  /** Rows as the owner of the database reads them. */
  notas(): Promise<NotaRow[]>;
  anexos(): Promise<AnexoRow[]>;
};

export type NotaRow = {
  id: string;
  chave: string;
  papel: string;
  documento_id: string;
  veredito: string;
  quarentena: boolean;
  nfe_status: string | null;
  sefaz_status: string | null;
  divergente: boolean | null;
  hash_sha1_canc: string | null;
  valor_total: string;
};
export type AnexoRow = {
  email_id: string;
  caminho: string;
  nome: string | null;
  destino: string;
  motivo: string | null;
};

const JOB_MS = 295_000;
/** Delay between a nota and its cancellation in {@link playCancelledLater}. */
export const CANCELLED_AFTER_MS = 4 * MINUTE_MS;

/**
 * Plays «nota-cancelada-depois» with a longer delay than its three seconds: a busy machine may need
 * them for the first consulta. Advance the sandbox's clock beyond {@link CANCELLED_AFTER_MS} to
 * cancel the nota.
 */
export async function playCancelledLater({ clock, playScenario: playCenario }: Sandbox): Promise<string> {
  clock.advance(CANCELLED_AFTER_MS);
  const { chaves } = await playCenario("nota-cancelada-depois");
  clock.advance(-CANCELLED_AFTER_MS);
  return chaves[0] ?? "";
}

/** Starts the sandbox in a folder of its own, and a test context that uses it. */
export async function createTestPipeline(): Promise<TestPipeline> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-road-"));
  await seedKeySet(dir);
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  const context = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  await createDemoConta(context.ctx);
  const conta = await context.ctx.database.gatekeeper.findConta("demo");
  if (!conta) throw new Error("the demo conta was not created");
  const { contaId } = conta;
  const run = (tipo: JobType, jobMs = JOB_MS): Promise<unknown[]> => runDue(context, tipo, jobMs);
  const runDueJobs = async (): Promise<unknown[]> => [...(await run("ingest")), ...(await run("validate"))];
  return {
    ...context,
    sandbox,
    contaId,
    run,
    runDueJobs,
    collect: async () => {
      await context.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
      return [...(await run("poll")), ...(await runDueJobs())];
    },
    giveUp: (tipo, alvo) => giveUpPipelineJob(context.ctx, { contaId, tipo, alvo }),
    notas: () => context.asOwner<NotaRow>("SELECT * FROM nota ORDER BY criado_em, id"),
    anexos: () => context.asOwner<AnexoRow>("SELECT * FROM anexo ORDER BY email_id, caminho"),
    dispose: async () => {
      await context.dispose();
      await sandbox.stop();
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

/** Runs each due tarefa of a kind; a failed one stays due and its error is returned. */
async function runDue(context: TestContext, tipo: JobType, jobMs: number): Promise<unknown[]> {
  const due = await context.asOwner<DueTarefa>(
    `UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = $1 AND vence_em <= $2
     RETURNING id, conta_id AS "contaId", tipo, alvo, tentativa`,
    [tipo, context.clock.now()],
  );
  const errors: unknown[] = [];
  for (const task of due) {
    const deadline = new Date(context.clock.now().getTime() + jobMs);
    const job = { ...task, tarefaId: task.id, prazo: deadline };
    const error = await runPipelineJob(context.ctx, job).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (error !== null) errors.push(error);
    await context.asOwner(
      `UPDATE tarefa SET estado = CASE WHEN proxima_em IS NOT NULL OR $2 THEN 'pendente' ELSE 'feita' END,
         vence_em = coalesce(proxima_em, vence_em), proxima_em = NULL WHERE id = $1`,
      [task.id, error !== null],
    );
  }
  return errors;
}
