import type { DistribuicaoProblem } from "@malote/contract";
import type { Trust } from "@malote/dfe";
import { type DistribuicaoResponse, SefazOutage } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import { Outage } from "../../errors.ts";
import { readTrust } from "../../trust.ts";
import { findEmpresaClient } from "../sefaz/sefaz-clients.ts";
import { planTasks } from "../task/task.rows.ts";
import {
  findSyncStart,
  lockDistribuicao,
  type SyncStart,
  saveAccepted,
  saveFailure,
} from "./distribuicao.rows.ts";
import {
  blockPauseMs,
  codeOfUf,
  isAfter,
  isEndOfList,
  MARGIN_MS,
  type Meaning,
  PAGES_MAX,
  PAUSE_MS,
  REFUSAL_PAUSE_MS,
  readMeaning,
  readPosition,
  readReturnPosition,
  readSyncKey,
  type SyncKey,
  toDistribuicao,
} from "./distribuicao.rules.ts";
import { fillLacunas, listOpenLacunas } from "./fill-lacunas.ts";
import { moveDistribuicao, saveRefusal } from "./move-distribuicao.ts";
import {
  findPosition,
  isProcessed,
  queryDistribuicao,
  type SyncClient,
  savePosition,
} from "./query-distribuicao.ts";
import { type ReadDistribuido, readDistribuido } from "./read-distribuido.ts";
import { retryWrite } from "./retry-write.ts";
import { lockEmpresaCnpj, savePage } from "./save-page.ts";
import { saveWhole } from "./save-whole.ts";

/** One run of a sync. */
export type SyncRun = { contaId: string; alvo: string; deadline: Date };

type SyncState = {
  contaId: string;
  syncClient: SyncClient;
  trust: Trust;
  ultNSU: string;
  deadline: Date;
};

/**
 * Fetches the documents that SEFAZ has for an empresa, page by page, and plans the next run: at once
 * while there are more, otherwise after SEFAZ's pause. New documents come first, then some missing
 * NSUs.
 * @throws {Deferral} while no quota is free @throws {Outage} when SEFAZ is unavailable
 */
export async function syncDistribuicao(ctx: AppContext, { contaId, alvo, deadline }: SyncRun): Promise<void> {
  const syncKey = readSyncKey(alvo);
  if (syncKey === null) throw new Error(`the alvo ${alvo} names no sync`);
  const now = ctx.clock.now();
  const start = await ctx.database.withConta(contaId, (db) =>
    findSyncStart(db, contaId, { ...syncKey, now }),
  );
  if (!start?.ativa) return;
  const syncClient = await prepareClient(ctx, { contaId, syncKey, start });
  if (syncClient === null) return;
  const trust = readTrust(ctx.config, start.sandbox);
  const until = new Date(deadline.getTime() - MARGIN_MS);
  try {
    const state = { contaId, syncClient, trust, ultNSU: start.ultNSU, deadline: until };
    const nsus = isPauseOver(start, now) ? await listOpenLacunas(ctx, state) : [];
    const ultNSU = await followKnownPosition(ctx, state, start.aceita);
    if (ultNSU === null) return;
    if (await fetchPages(ctx, { ...state, ultNSU })) await fillLacunas(ctx, state, nsus);
  } catch (error) {
    if (error instanceof SefazOutage) await recordFailure(ctx, { contaId, syncKey, falha: "sefaz-fora" });
    throw error;
  }
}

// Between runs that follow at once, the hourly quota of single queries is not used again.
function isPauseOver({ ultimaEm }: SyncStart, now: Date): boolean {
  return ultimaEm === null || now.getTime() - ultimaEm.getTime() >= PAUSE_MS;
}

type SyncSetup = { contaId: string; syncKey: SyncKey; start: SyncStart };

/** The client with its certificate; null without one. */
async function prepareClient(
  ctx: AppContext,
  { contaId, syncKey, start }: SyncSetup,
): Promise<SyncClient | null> {
  const { cnpj, sandbox } = start;
  const { empresaId } = syncKey;
  const client = await findEmpresaClient(ctx, contaId, { empresaId, sandbox });
  if (client === null) {
    // A new certificate starts the sync; in a demo conta without its sandbox, mendDistribuicoes plans
    // it later.
    if (!start.certificada) await recordFailure(ctx, { contaId, syncKey, falha: "sem-certificado" });
    return null;
  }
  const cUF = codeOfUf(start.uf);
  if (cUF === null) throw new Error(`empresa ${empresaId} has an unknown state: ${start.uf}`);
  return { syncKey, client, cnpj, cUF, sandbox };
}

async function recordFailure(
  ctx: AppContext,
  { contaId, syncKey, falha }: { contaId: string; syncKey: SyncKey; falha: DistribuicaoProblem },
): Promise<void> {
  await ctx.database.withConta(contaId, (db) => saveFailure(db, contaId, { ...syncKey, falha }));
}

/**
 * Moves to the position known from another conta with this CNPJ, or from an answer that could not be
 * stored: SEFAZ treats a query after any other NSU as misuse. The skipped NSUs are requested one by
 * one. Other contas' position is used only after SEFAZ has accepted the empresa's certificate for the
 * CNPJ.
 * @returns null when SEFAZ refused the certificate: the next run is planned
 */
async function followKnownPosition(
  ctx: AppContext,
  state: SyncState,
  isAccepted: boolean,
): Promise<string | null> {
  const { contaId, syncClient, ultNSU } = state;
  const { syncKey, cnpj } = syncClient;
  const para = await findPosition(ctx, syncClient);
  if (para === null || !isAfter(para, ultNSU)) return ultNSU;
  if (!isAccepted && !(await proveCertificado(ctx, state, para))) return null;
  const change = { syncKey, cnpj, after: ultNSU, to: para, now: ctx.clock.now() };
  await ctx.database.withConta(contaId, (db) => moveDistribuicao(db, contaId, change));
  return para;
}

/**
 * Requests a single NSU, which needs no order: SEFAZ answers only a certificate that is valid for the
 * CNPJ.
 */
async function proveCertificado(ctx: AppContext, state: SyncState, nsu: string): Promise<boolean> {
  const { contaId, syncClient } = state;
  const { syncKey, cnpj } = syncClient;
  const response = await queryDistribuicao(ctx, syncClient, { kind: "nsu", nsu }, true);
  const meaning = readMeaning(response.cStat);
  // A 589 also proves the certificate: SEFAZ processed the query and restarted its count.
  if (meaning === "consumo" || !(isProcessed(response) || meaning === "adiantado")) {
    await handleRefusal(ctx, state, { response: { ...response, ultNSU: null, maxNSU: null }, meaning });
    return false;
  }
  const now = ctx.clock.now();
  await retryWrite(() =>
    ctx.database.withConta(contaId, async (db) => {
      if (!(await lockEmpresaCnpj(db, contaId, { syncKey, cnpj }))) return;
      await lockDistribuicao(db, contaId, syncKey);
      await saveAccepted(db, contaId, { ...syncKey, now });
    }),
  );
  return true;
}

/** @returns true at the end of SEFAZ's list */
async function fetchPages(ctx: AppContext, state: SyncState): Promise<boolean> {
  let { ultNSU } = state;
  for (let n = 0; n < PAGES_MAX && msLeft(ctx.clock, state.deadline) > 0; n += 1) {
    const next = await fetchPage(ctx, { ...state, ultNSU });
    if (next === "fim") return true;
    if (next === "recusada") return false;
    ultNSU = next;
  }
  await planNextRun(ctx, state, 0);
  return false;
}

/** @returns the NSU after which there are more documents; otherwise the next run is planned */
async function fetchPage(ctx: AppContext, state: SyncState): Promise<string> {
  const { syncClient, ultNSU } = state;
  const response = await queryDistribuicao(ctx, syncClient, { kind: "ultimo", ultNSU });
  const meaning = readMeaning(response.cStat);
  if (meaning === "documentos" || meaning === "nada") return await saveResponse(ctx, state, response);
  await handleRefusal(ctx, state, { response, meaning });
  return "recusada";
}

async function saveResponse(
  ctx: AppContext,
  state: SyncState,
  response: DistribuicaoResponse,
): Promise<string> {
  const { contaId, syncClient, trust, ultNSU } = state;
  const { syncKey, cnpj } = syncClient;
  const reader = { examine: ctx.examine, trust, recebidoEm: ctx.clock.now() };
  const documents: ReadDistribuido[] = [];
  for (const documento of response.documentos) documents.push(await readDistribuido(documento, reader));
  await saveReceivedBytes(ctx, contaId, documents);
  const now = ctx.clock.now();
  const ended = isEndOfList(response);
  const nextRun = ended ? toDistribuicao({ ...syncKey, cnpj }, addMs(now, PAUSE_MS)) : null;
  const { cStat, xMotivo } = response;
  const answer = { cStat, xMotivo, ultNSU: response.ultNSU, maxNSU: response.maxNSU };
  const pagina = { syncKey, cnpj, documents, now, after: ultNSU, ...answer, nextRun };
  const kept = await saveWhole(ctx, { contaId, batch: pagina, save: savePage });
  if (!kept) throw new Error(`another attempt moved the distribuicao ${syncKey.empresaId} ${syncKey.modelo}`);
  if (documents.length > 0) ctx.wake?.();
  return ended ? "fim" : readPosition(response, ultNSU);
}

/** Stores the received bytes of a repaired document in the blob store, as those of an e-mail. */
async function saveReceivedBytes(
  ctx: AppContext,
  contaId: string,
  documents: readonly ReadDistribuido[],
): Promise<void> {
  for (const document of documents) {
    if (!("recebido" in document) || document.documento.recebidoSha256 === null) continue;
    await ctx.blobs.put(contaId, document.recebido);
  }
}

type RefusedAnswer = { response: DistribuicaoResponse; meaning: Meaning };

const FAILURES: Partial<Record<Meaning, DistribuicaoProblem>> = {
  consumo: "consumo-indevido",
  certificado: "certificado-recusado",
  parada: "sefaz-fora",
};

/**
 * Handles an answer without documents or the end of the list. A 656 names SEFAZ's position: another
 * program of the CNPJ moved it, or an answer was lost. The sync continues there; skipped NSUs are
 * requested one by one.
 */
async function handleRefusal(
  ctx: AppContext,
  state: SyncState,
  { response, meaning }: RefusedAnswer,
): Promise<void> {
  const { contaId, syncClient, ultNSU } = state;
  const { syncKey, cnpj } = syncClient;
  const now = ctx.clock.now();
  const falha = FAILURES[meaning] ?? "recusada";
  const waitMs = meaning === "adiantado" ? PAUSE_MS : REFUSAL_PAUSE_MS;
  const nextRun = (consumos: number) =>
    meaning === "parada"
      ? null
      : toDistribuicao({ ...syncKey, cnpj }, addMs(now, consumos > 0 ? blockPauseMs(consumos) : waitMs));
  const para =
    meaning === "adiantado" ? readReturnPosition(response, ultNSU) : readPosition(response, ultNSU);
  if (meaning === "adiantado") await savePosition(ctx, syncClient, para);
  const refusal = { syncKey, cnpj, after: ultNSU, to: para, response, falha, nextRun, now };
  await retryWrite(() => ctx.database.withConta(contaId, (db) => saveRefusal(db, contaId, refusal)));
  const fields = { contaId, ...syncKey, cStat: response.cStat, ultNSU, para };
  ctx.log.warn(fields, "a SEFAZ não entregou documentos");
  // The service is suspended: retry as after any outage.
  if (meaning === "parada") throw new Outage(`SEFAZ says ${response.cStat}`, 0);
}

async function planNextRun(ctx: AppContext, { contaId, syncClient }: SyncState, ms: number): Promise<void> {
  const { syncKey, cnpj } = syncClient;
  const next = toDistribuicao({ ...syncKey, cnpj }, addMs(ctx.clock.now(), ms));
  await ctx.database.withConta(contaId, (db) => planTasks(db, contaId, [next]));
}

function addMs(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
