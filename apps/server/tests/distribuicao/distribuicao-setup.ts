import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { Deferral, outageWaitOf } from "../../src/errors.ts";
import { planDistribuicoes } from "../../src/services/distribuicao/plan-distribuicoes.ts";
import { syncDistribuicao } from "../../src/services/distribuicao/sync-distribuicao.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

const JOB_MS = 295_000;

/** The demo conta with the auditor of its first empresa enabled, and the SEFAZ simulator. */
export type DistribuicaoSetup = TestPipeline & {
  empresaId: string;
  cnpj: string;
  /** Advances the clocks of the application and of the sandbox. */
  advanceClocks(ms: number): void;
  /**
   * Runs each due distribution sync once, as a worker would; returns the errors. jobMs: time limit
   * of each.
   */
  sync(jobMs?: number): Promise<unknown[]>;
  /**
   * Runs syncs for this many hours, an hour at a time; returns the number of distribution requests
   * in each hour.
   */
  syncHours(hours: number): Promise<number[]>;
  /** The row of the distribution sync. */
  estado(modelo?: "NFe" | "CTe"): Promise<SyncState>;
  /** Minutes until the next sync; null when none is planned. */
  minutesUntilSync(modelo?: "NFe" | "CTe"): Promise<number | null>;
  lacunas(): Promise<Record<string, number>>;
  auditores(): Promise<{ tipo: string; chave: string; c_sit_nfe: number; nsu: string | null }[]>;
};

export type SyncState = {
  ult_nsu: string;
  max_nsu: string;
  primeiro_nsu: string | null;
  cstat: string | null;
  falha: string | null;
};

type DueTarefa = { id: string; contaId: string; alvo: string };

export async function createDistribuicaoSetup(): Promise<DistribuicaoSetup> {
  const pipeline = await createTestPipeline();
  const [{ cnpj } = { cnpj: "" }] = pipeline.sandbox.info.empresas;
  const [empresa] = await pipeline.asOwner<{ id: string }>(
    "UPDATE empresa SET ativar_auditor = true WHERE cnpj = $1 RETURNING id",
    [cnpj],
  );
  const empresaId = empresa?.id ?? "";
  await pipeline.ctx.database.withConta(pipeline.contaId, (db) =>
    planDistribuicoes(db, pipeline.contaId, { empresaId, now: pipeline.clock.now() }),
  );
  const advanceClocks = (ms: number): void => {
    pipeline.clock.advance(ms);
    pipeline.sandbox.clock.advance(ms);
  };
  const servedContas: string[] = [];
  const sync = (jobMs = JOB_MS): Promise<unknown[]> => syncDue(pipeline, { jobMs, served: servedContas });
  const countRequests = (): number => pipeline.sandbox.sefaz.counters.read().distribuicoes;
  return {
    ...pipeline,
    empresaId,
    cnpj,
    advanceClocks,
    sync,
    syncHours: async (hours) => {
      const counts: number[] = [];
      for (let n = 0; n < hours; n += 1) {
        const before = countRequests();
        advanceClocks(HOUR_MS + 2 * MINUTE_MS);
        await sync();
        counts.push(countRequests() - before);
      }
      return counts;
    },
    estado: async (modelo = "NFe") => {
      const text = "SELECT * FROM distribuicao WHERE empresa_id = $1 AND modelo = $2";
      const [row] = await pipeline.asOwner<SyncState>(text, [empresaId, modelo]);
      if (!row) throw new Error("the distribution sync has not begun");
      return row;
    },
    minutesUntilSync: async (modelo = "NFe") => {
      const [row] = await pipeline.asOwner<{ em: Date }>(
        "SELECT vence_em AS em FROM tarefa WHERE tipo = 'distribuicao' AND alvo = $1 AND estado = 'pendente'",
        [`${empresaId} ${modelo}`],
      );
      return row ? Math.round((row.em.getTime() - pipeline.clock.now().getTime()) / MINUTE_MS) : null;
    },
    lacunas: async () => {
      const rows = await pipeline.asOwner<{ estado: string; n: number }>(
        "SELECT estado, count(*)::int AS n FROM distribuicao_lacuna WHERE empresa_id = $1 GROUP BY estado",
        [empresaId],
      );
      return Object.fromEntries(rows.map(({ estado, n }) => [estado, n]));
    },
    auditores: () => pipeline.asOwner("SELECT tipo, chave, c_sit_nfe, nsu FROM auditor ORDER BY nsu"),
  };
}

/**
 * Contas take turns, as in the dispatcher: `servedContas` lists the contas of finished syncs, the latest
 * last.
 */
async function syncDue(
  pipeline: TestPipeline,
  { jobMs, served: servedContas }: { jobMs: number; served: string[] },
): Promise<unknown[]> {
  const due = await pipeline.asOwner<DueTarefa>(
    `UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = 'distribuicao' AND vence_em <= $1
     RETURNING id, conta_id AS "contaId", alvo`,
    [pipeline.clock.now()],
  );
  const errors: unknown[] = [];
  const turns = due.toSorted(
    (a, b) => servedContas.lastIndexOf(a.contaId) - servedContas.lastIndexOf(b.contaId),
  );
  for (const { id, contaId, alvo } of turns) {
    const deadline = new Date(pipeline.clock.now().getTime() + jobMs);
    const error = await syncDistribuicao(pipeline.ctx, { contaId, alvo, deadline }).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (error !== null && !(error instanceof Deferral)) errors.push(error);
    if (!(error instanceof Deferral)) servedContas.push(contaId);
    const again = new Date(pipeline.clock.now().getTime() + (outageWaitOf(error) ?? 0));
    await pipeline.asOwner(
      `UPDATE tarefa SET estado = CASE WHEN proxima_em IS NOT NULL OR $2 THEN 'pendente' ELSE 'feita' END,
         vence_em = CASE WHEN $2 THEN $3 ELSE coalesce(proxima_em, vence_em) END, proxima_em = NULL WHERE id = $1`,
      [id, error !== null, again],
    );
  }
  return errors;
}
