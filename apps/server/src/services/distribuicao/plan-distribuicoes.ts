import { DISTRIBUIDORES } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { planTasks } from "../task/task.rows.ts";
import { endDistribuicoes, findSynced, findUnplanned } from "./distribuicao.rows.ts";
import { toDistribuicao } from "./distribuicao.rules.ts";

/**
 * Starts or stops the syncs of an empresa (NF-e and CT-e), by its auditor setting and its certificate.
 * Call it in the transaction that changed either, and `ctx.wake` after it. The query itself respects
 * SEFAZ's pause.
 * @returns the number of planned syncs
 */
export async function planDistribuicoes(
  db: Db,
  contaId: string,
  { empresaId, now }: { empresaId: string; now: Date },
): Promise<number> {
  const alvos = DISTRIBUIDORES.map((modelo) => `${empresaId} ${modelo}`);
  await endDistribuicoes(db, contaId, { alvos, now });
  const synced = await findSynced(db, contaId, { empresaId, now });
  const syncs = synced.flatMap((empresa) =>
    DISTRIBUIDORES.map((modelo) => toDistribuicao({ ...empresa, modelo }, now)),
  );
  await planTasks(db, contaId, syncs);
  return syncs.length;
}

/**
 * Compares the planned syncs of a conta with its empresas' settings: ends those switched off, plans
 * missing ones.
 * @returns the number of corrections
 */
export async function mendDistribuicoes(db: Db, contaId: string, now: Date): Promise<number> {
  const ended = await endDistribuicoes(db, contaId, { alvos: null, now });
  const synced = await findSynced(db, contaId, { now });
  const syncs = synced.flatMap((empresa) =>
    DISTRIBUIDORES.map((modelo) => toDistribuicao({ ...empresa, modelo }, now)),
  );
  const unplanned = new Set(
    await findUnplanned(
      db,
      contaId,
      syncs.map(({ alvo }) => alvo),
    ),
  );
  const stopped = syncs.filter(({ alvo }) => unplanned.has(alvo));
  await planTasks(db, contaId, stopped);
  return ended + stopped.length;
}
