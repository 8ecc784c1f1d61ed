import type { DistribuicaoProblem } from "@malote/contract";
import type { DistribuicaoResponse } from "@malote/sefaz";
import type { Db } from "../../db/index.ts";
import { type NewTask, planTasks } from "../task/task.rows.ts";
import {
  lockDistribuicao,
  type SyncPosition,
  saveAccepted,
  saveAnswer,
  saveSyncPosition,
} from "./distribuicao.rows.ts";
import { countSkipped, isAfter, listLacunas, type SyncKey } from "./distribuicao.rules.ts";
import { insertLacunas } from "./lacuna.rows.ts";
import { lockEmpresaCnpj } from "./save-page.ts";

/** A new position for the sync of an empresa with this CNPJ. `after`: the former position. */
export type PositionChange = { syncKey: SyncKey; cnpj: string; after: string; to: string; now: Date };

/**
 * Moves a sync to the position that SEFAZ expects; the skipped NSUs are requested one by one, newest
 * first.
 * @returns the former position; null when another attempt has moved it, or the empresa has another CNPJ
 */
export async function moveDistribuicao(
  db: Db,
  contaId: string,
  change: PositionChange,
): Promise<SyncPosition | null> {
  const { syncKey, after, to: para, now } = change;
  if (!(await lockEmpresaCnpj(db, contaId, change))) return null;
  const current = await lockDistribuicao(db, contaId, syncKey);
  if (current.ultNSU !== after) return null;
  const range = { after, until: para, received: [] };
  const nsus = listLacunas(range);
  await insertLacunas(db, contaId, { ...syncKey, nsus, now });
  const primeiroNSU = current.primeiroNSU ?? nsus.at(-1) ?? null;
  // After a move back, the skipped NSUs are listed again.
  const puladas = isAfter(after, para) ? 0 : current.puladas + countSkipped(range);
  await saveSyncPosition(db, contaId, { ...current, ultNSU: para, primeiroNSU, puladas });
  return current;
}

/**
 * An answer without documents or the end of the list. `nextRun`: the next run, by the number of
 * consecutive blocks.
 */
export type SyncRefusal = PositionChange & {
  response: Pick<DistribuicaoResponse, "cStat" | "xMotivo" | "maxNSU">;
  falha: DistribuicaoProblem;
  nextRun: (consumos: number) => NewTask | null;
};

/**
 * Stores a refusal of SEFAZ, the new position and the next run.
 * A block also proves that SEFAZ accepted the certificate.
 */
export async function saveRefusal(db: Db, contaId: string, refusal: SyncRefusal): Promise<void> {
  const current = await moveDistribuicao(db, contaId, refusal);
  if (current === null) return;
  const { syncKey, falha, now } = refusal;
  const isConsumo = falha === "consumo-indevido";
  const consumos = isConsumo ? current.consumos + 1 : 0;
  const { cStat, xMotivo, maxNSU } = refusal.response;
  await saveAnswer(db, contaId, { ...syncKey, cStat, xMotivo, maxNSU, falha, consumos, now });
  if (isConsumo) await saveAccepted(db, contaId, { ...syncKey, now });
  const nextRun = refusal.nextRun(consumos);
  if (nextRun) await planTasks(db, contaId, [nextRun]);
}
