import type { Envelope, ResultOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { importacaoJob } from "../../src/jobs/importacao/run-importacao.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";

export type Importacao = ResultOf<"Importacao.getImportacao">["object"];
export type ImportacaoErros = ResultOf<"Importacao.getListImportacaoErros">;

/** The application with its HTTP server and the sandbox; the test decides when files are read. */
export type ImportacaoSetup = {
  road: TestPipeline;
  wire: Wire;
  ana: SignedInUser;
  /** Runs the pending importações; returns the errors. jobMs: time limit of each. */
  readAll(jobMs?: number): Promise<unknown[]>;
  /** Sends a file, reads it and returns the importação. */
  importFile(bytes: Uint8Array, nome?: string): Promise<Importacao>;
  find(id: string): Promise<Importacao>;
  erros(importacaoId: string): Promise<ImportacaoErros>;
};

const JOB_MS = 10 * MINUTE_MS;

export async function openImportacaoSetup(): Promise<ImportacaoSetup> {
  const pipeline = await createTestPipeline();
  const wire = await openWire(pipeline);
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  const ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
  const find = async (id: string): Promise<Importacao> =>
    (await ana.call("Importacao.getImportacao", { id })).object as Importacao;
  const readAll = (jobMs = JOB_MS): Promise<unknown[]> => runDue(pipeline, jobMs);
  return {
    road: pipeline,
    wire,
    ana,
    readAll,
    find,
    importFile: async (bytes, nome) => {
      const { object, mensagem } = await sendFile(wire, ana, { bytes, ...(nome ? { nome } : {}) });
      if (object === null) throw new Error(`not taken: ${mensagem}`);
      const [failure] = await readAll();
      if (failure !== undefined) throw failure;
      return await find((object as Importacao).id);
    },
    erros: async (importacaoId) =>
      (await ana.call("Importacao.getListImportacaoErros", { importacaoId })) as unknown as ImportacaoErros,
  };
}

/** The file to send; a name of null sends a form without a file. */
export type Upload = { bytes: Uint8Array; nome?: string | null };

/** Sends a file as the screen does. */
export async function sendFile(wire: Wire, user: SignedInUser | null, upload: Upload): Promise<Envelope> {
  return (await (await postFile(wire, user, upload)).json()) as Envelope;
}

export async function postFile(
  wire: Wire,
  user: SignedInUser | null,
  { bytes, nome = "notas.zip" }: Upload,
): Promise<Response> {
  const body = new FormData();
  if (nome !== null) body.set("arquivo", new Blob([new Uint8Array(bytes)]), nome);
  return await fetch(`${wire.server.url}/Services/import`, {
    method: "POST",
    headers: user === null ? {} : { authorization: `Bearer ${user.token}` },
    body,
  });
}

type DueTarefa = { id: string; contaId: string; alvo: string; tentativa: number };

/**
 * Runs each importação that is due, as the worker does; a failed one stays due and its error is
 * returned.
 */
async function runDue({ asOwner, ctx }: TestPipeline, jobMs: number): Promise<unknown[]> {
  const due = await asOwner<DueTarefa>(
    `UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = 'importacao' AND vence_em <= $1
     RETURNING id, conta_id AS "contaId", alvo, tentativa`,
    [ctx.clock.now()],
  );
  const errors: unknown[] = [];
  for (const { id, ...task } of due) {
    const deadline = new Date(ctx.clock.now().getTime() + jobMs);
    const job = { ...task, tarefaId: id, tipo: "importacao" as const, falhas: 0, prazo: deadline };
    const ended = await importacaoJob.run(ctx, job).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (ended !== null) errors.push(ended);
    await asOwner(
      `UPDATE tarefa SET estado = CASE WHEN proxima_em IS NOT NULL OR $2 THEN 'pendente' ELSE 'feita' END,
         vence_em = coalesce(proxima_em, vence_em), proxima_em = NULL WHERE id = $1`,
      [id, ended !== null],
    );
  }
  return errors;
}
