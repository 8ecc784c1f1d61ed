import { awayMsOf, Deferral } from "../src/errors.ts";
import { planDistribuicoes } from "../src/services/distribuicao/plan-distribuicoes.ts";
import { walkDistribuicao } from "../src/services/distribuicao/walk-distribuicao.ts";
import { createRoad, type Road } from "./road.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const JOB_MS = 295_000;

/** The demo conta with the auditor of its first empresa enabled, and the SEFAZ simulator. */
export type Passeio = Road & {
  empresaId: string;
  cnpj: string;
  /** Advances the clocks of the application and of the sandbox. */
  later(ms: number): void;
  /**
   * Runs each due distribution sync once, as a worker would; returns the errors. jobMs: time limit
   * of each.
   */
  walk(jobMs?: number): Promise<unknown[]>;
  /**
   * Runs syncs for this many hours, an hour at a time; returns the number of distribution requests
   * in each hour.
   */
  walkHours(hours: number): Promise<number[]>;
  /** The row of the distribution sync. */
  estado(modelo?: "NFe" | "CTe"): Promise<Estado>;
  /** Minutes until the next sync; null when none is planned. */
  waitOf(modelo?: "NFe" | "CTe"): Promise<number | null>;
  lacunas(): Promise<Record<string, number>>;
  auditores(): Promise<{ tipo: string; chave: string; c_sit_nfe: number; nsu: string | null }[]>;
};

export type Estado = {
  ult_nsu: string;
  max_nsu: string;
  primeiro_nsu: string | null;
  cstat: string | null;
  falha: string | null;
};

type Tarefa = { id: string; contaId: string; alvo: string };

export async function createPasseio(): Promise<Passeio> {
  const road = await createRoad();
  const [{ cnpj } = { cnpj: "" }] = road.sandbox.info.empresas;
  const [empresa] = await road.asOwner<{ id: string }>(
    "UPDATE empresa SET ativar_auditor = true WHERE cnpj = $1 RETURNING id",
    [cnpj],
  );
  const empresaId = empresa?.id ?? "";
  await road.ctx.database.withContaSql(road.contaId, (sql) =>
    planDistribuicoes(sql, road.contaId, { empresaId, agora: road.clock.now() }),
  );
  const later = (ms: number): void => {
    road.clock.advance(ms);
    road.sandbox.clock.advance(ms);
  };
  const served: string[] = [];
  const walk = (jobMs = JOB_MS): Promise<unknown[]> => walkDue(road, { jobMs, served });
  const asked = (): number => road.sandbox.sefaz.contadores.read().distribuicoes;
  return {
    ...road,
    empresaId,
    cnpj,
    later,
    walk,
    walkHours: async (hours) => {
      const counts: number[] = [];
      for (let n = 0; n < hours; n += 1) {
        const before = asked();
        later(HOUR_MS + 2 * MINUTE_MS);
        await walk();
        counts.push(asked() - before);
      }
      return counts;
    },
    estado: async (modelo = "NFe") => {
      const text = "SELECT * FROM distribuicao WHERE empresa_id = $1 AND modelo = $2";
      const [row] = await road.asOwner<Estado>(text, [empresaId, modelo]);
      if (!row) throw new Error("the distribution sync has not begun");
      return row;
    },
    waitOf: async (modelo = "NFe") => {
      const [row] = await road.asOwner<{ em: Date }>(
        "SELECT vence_em AS em FROM tarefa WHERE tipo = 'distribuicao' AND alvo = $1 AND estado = 'pendente'",
        [`${empresaId} ${modelo}`],
      );
      return row ? Math.round((row.em.getTime() - road.clock.now().getTime()) / MINUTE_MS) : null;
    },
    lacunas: async () => {
      const rows = await road.asOwner<{ estado: string; n: number }>(
        "SELECT estado, count(*)::int AS n FROM distribuicao_lacuna WHERE empresa_id = $1 GROUP BY estado",
        [empresaId],
      );
      return Object.fromEntries(rows.map(({ estado, n }) => [estado, n]));
    },
    auditores: () => road.asOwner("SELECT tipo, chave, c_sit_nfe, nsu FROM auditor ORDER BY nsu"),
  };
}

/**
 * Contas take turns, as in the dispatcher: `served` lists the contas of finished syncs, the latest
 * last.
 */
async function walkDue(
  road: Road,
  { jobMs, served }: { jobMs: number; served: string[] },
): Promise<unknown[]> {
  const due = await road.asOwner<Tarefa>(
    `UPDATE tarefa SET estado = 'entregue' WHERE estado = 'pendente' AND tipo = 'distribuicao' AND vence_em <= $1
     RETURNING id, conta_id AS "contaId", alvo`,
    [road.clock.now()],
  );
  const errors: unknown[] = [];
  const turns = due.toSorted((a, b) => served.lastIndexOf(a.contaId) - served.lastIndexOf(b.contaId));
  for (const { id, contaId, alvo } of turns) {
    const prazo = new Date(road.clock.now().getTime() + jobMs);
    const error = await walkDistribuicao(road.ctx, { contaId, alvo, prazo }).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (error !== null && !(error instanceof Deferral)) errors.push(error);
    if (!(error instanceof Deferral)) served.push(contaId);
    const again = new Date(road.clock.now().getTime() + (awayMsOf(error) ?? 0));
    await road.asOwner(
      `UPDATE tarefa SET estado = CASE WHEN proxima_em IS NOT NULL OR $2 THEN 'pendente' ELSE 'feita' END,
         vence_em = CASE WHEN $2 THEN $3 ELSE coalesce(proxima_em, vence_em) END, proxima_em = NULL WHERE id = $1`,
      [id, error !== null, again],
    );
  }
  return errors;
}
