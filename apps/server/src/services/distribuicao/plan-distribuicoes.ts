import type { Sql } from "../../db/index.ts";
import { planTasks } from "../task/task.rows.ts";
import { endDistribuicoes, findSynced, findUnplanned } from "./distribuicao.rows.ts";
import { MODELOS, toDistribuicao } from "./distribuicao.rules.ts";

/**
 * Starts or stops the syncs of an empresa (NF-e and CT-e), by its auditor setting and its certificate.
 * Call it in the transaction that changed either, and `ctx.wake` after it. The query itself respects
 * SEFAZ's pause.
 * @returns the number of planned syncs
 */
export async function planDistribuicoes(
  sql: Sql,
  contaId: string,
  { empresaId, now }: { empresaId: string; now: Date },
): Promise<number> {
  const alvos = MODELOS.map((modelo) => `${empresaId} ${modelo}`);
  await endDistribuicoes(sql, contaId, { alvos, now });
  const synced = await findSynced(sql, contaId, { empresaId, now });
  const syncs = synced.flatMap((empresa) =>
    MODELOS.map((modelo) => toDistribuicao({ ...empresa, modelo }, now)),
  );
  await planTasks(sql, contaId, syncs);
  return syncs.length;
}

/**
 * Compares the planned syncs of a conta with its empresas' settings: ends those switched off, plans
 * missing ones.
 * @returns the number of corrections
 */
export async function mendDistribuicoes(sql: Sql, contaId: string, now: Date): Promise<number> {
  const ended = await endDistribuicoes(sql, contaId, { alvos: null, now });
  const synced = await findSynced(sql, contaId, { now });
  const syncs = synced.flatMap((empresa) =>
    MODELOS.map((modelo) => toDistribuicao({ ...empresa, modelo }, now)),
  );
  const unplanned = new Set(
    await findUnplanned(
      sql,
      contaId,
      syncs.map(({ alvo }) => alvo),
    ),
  );
  const stopped = syncs.filter(({ alvo }) => unplanned.has(alvo));
  await planTasks(sql, contaId, stopped);
  return ended + stopped.length;
}
