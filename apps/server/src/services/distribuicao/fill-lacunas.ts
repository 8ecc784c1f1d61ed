import type { Trust } from "@malote/dfe";
import type { DistribuicaoResponse } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import { Deferral, isUnavailable } from "../../errors.ts";
import { ATTEMPTS_MAX, LACUNAS_PER_RUN, readMeaning, SILENT_ATTEMPTS_MAX } from "./distribuicao.rules.ts";
import { closeLacuna, countAttempt, findLacunas, giveUpLacuna, uncountAttempt } from "./lacuna.rows.ts";
import { queryDistribuicao, type SyncClient } from "./query-distribuicao.ts";
import { readDistribuido } from "./read-distribuido.ts";
import { saveSingleNsu } from "./save-page.ts";
import { saveWhole } from "./save-whole.ts";

/** Input to fill gaps: the client, the trust settings for its documents, and the deadline. */
export type FillContext = { contaId: string; syncClient: SyncClient; trust: Trust; deadline: Date };

/** The NSUs to request in this run: those missing at its start. */
export async function listOpenLacunas(
  ctx: AppContext,
  { contaId, syncClient }: Pick<FillContext, "contaId" | "syncClient">,
): Promise<string[]> {
  const search = { ...syncClient.syncKey, limite: LACUNAS_PER_RUN };
  return await ctx.database.withConta(contaId, (db) => findLacunas(db, contaId, search));
}

/**
 * Requests some of the missing NSUs one by one, within SEFAZ's hourly quota for single queries.
 * The next run is already planned and takes the rest if the quota is used up or SEFAZ is unavailable.
 */
export async function fillLacunas(
  ctx: AppContext,
  fill: FillContext,
  nsus: readonly string[],
): Promise<void> {
  const { deadline } = fill;
  for (const nsu of nsus) {
    if (msLeft(ctx.clock, deadline) < 0) return;
    if (!(await fillLacuna(ctx, fill, nsu))) return;
  }
}

/** @returns false when no further one may be requested now */
async function fillLacuna(ctx: AppContext, fill: FillContext, nsu: string): Promise<boolean> {
  const { contaId, syncClient } = fill;
  const lacuna = { ...syncClient.syncKey, nsu, now: ctx.clock.now() };
  // Count the attempt first, in a separate transaction: whatever its result, the next query takes
  // another NSU.
  await ctx.database.withConta(contaId, (db) => countAttempt(db, contaId, lacuna));
  const response = await queryNsu(ctx, fill, nsu);
  if (response === null) return false;
  const meaning = readMeaning(response.cStat);
  if (meaning === "documentos") return await saveDocumentos(ctx, fill, { nsu, response });
  if (meaning === "nada") {
    await ctx.database.withConta(contaId, (db) => closeLacuna(db, contaId, lacuna));
    return true;
  }
  // An answer about SEFAZ's state says nothing about this NSU, so it allows more attempts.
  const max = meaning === "parada" || meaning === "consumo" ? SILENT_ATTEMPTS_MAX : ATTEMPTS_MAX;
  await ctx.database.withConta(contaId, (db) => giveUpLacuna(db, contaId, { ...lacuna, max }));
  return false;
}

async function saveDocumentos(
  ctx: AppContext,
  { contaId, syncClient, trust }: FillContext,
  { nsu, response }: { nsu: string; response: DistribuicaoResponse },
): Promise<boolean> {
  const { syncKey, cnpj } = syncClient;
  const now = ctx.clock.now();
  const reader = { examine: ctx.examine, trust, recebidoEm: now };
  const documents = [];
  for (const documento of response.documentos) documents.push(await readDistribuido(documento, reader));
  const batch = { syncKey, cnpj, documents, now, nsu, max: ATTEMPTS_MAX };
  return await saveWhole(ctx, { contaId, batch, save: saveSingleNsu });
}

/** @returns null when SEFAZ could not be queried or did not answer */
async function queryNsu(
  ctx: AppContext,
  { contaId, syncClient }: FillContext,
  nsu: string,
): Promise<DistribuicaoResponse | null> {
  const lacuna = { ...syncClient.syncKey, nsu, now: ctx.clock.now() };
  try {
    return await queryDistribuicao(ctx, syncClient, { kind: "nsu", nsu });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await ctx.database.withConta(contaId, (db) =>
      error instanceof Deferral
        ? uncountAttempt(db, contaId, lacuna)
        : giveUpLacuna(db, contaId, { ...lacuna, max: SILENT_ATTEMPTS_MAX }),
    );
    return null;
  }
}
