import type { DistribuicaoRequest, DistribuicaoResponse } from "@malote/sefaz";
import { MODELOS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { pauseScopeOf } from "../sefaz/rate-policy.scopes.ts";
import type { CertifiedSefazClient } from "../sefaz/sefaz-clients.ts";
import { withRateLimit } from "../sefaz/with-rate-limit.ts";
import {
  isAfter,
  isEndOfList,
  PAUSE_MS,
  readMeaning,
  readPosition,
  type SyncKey,
} from "./distribuicao.rules.ts";
import { retryWrite } from "./retry-write.ts";

/** A sync that may query SEFAZ: with the empresa's own certificate and CNPJ. */
export type SyncClient = {
  syncKey: SyncKey;
  client: CertifiedSefazClient;
  cnpj: string;
  cUF: string;
  sandbox: boolean;
};

type RateLimitedQuery = Parameters<typeof withRateLimit<DistribuicaoResponse>>[1];

// SEFAZ counts queries by the CNPJ of the documents, for all contas and certificates together.
function toRateLimitedQuery(
  { syncKey, cnpj, sandbox, client }: SyncClient,
  isSingle: boolean,
  isRestful = !isSingle,
): RateLimitedQuery {
  return {
    sandbox,
    autorizador: "AN",
    modelo: MODELOS[syncKey.modelo].modelo,
    servico: "distribuicao",
    certificadoCnpj: cnpj,
    certificado: client.certificado,
    cotas: isSingle ? ["distribuicao-pontual"] : [],
    // A query that sets a pause also waits for it; a query for a single NSU runs during the pause of
    // the list.
    ...(isRestful && {
      descanso: (response: DistribuicaoResponse) => (!isSingle && isEndOfList(response) ? PAUSE_MS : 0),
    }),
  };
}

/**
 * Queries the Ambiente Nacional when the CNPJ's quota allows. After its last document the CNPJ pauses
 * for an hour, for all contas; `isRestful`: this query waits for the pause too. The position is stored
 * before the answer is read.
 * @throws {Deferral} while no quota is free @throws {SefazOutage}
 */
export async function queryDistribuicao(
  ctx: AppContext,
  syncClient: SyncClient,
  by: DistribuicaoRequest["by"],
  isRestful = by.kind === "ultimo",
): Promise<DistribuicaoResponse> {
  const { client, cnpj, cUF } = syncClient;
  const isSingle = by.kind !== "ultimo";
  const query = toRateLimitedQuery(syncClient, isSingle, isRestful);
  const request = {
    distribuidor: syncClient.syncKey.modelo,
    ambiente: "1",
    cUFAutor: cUF,
    interessado: cnpj,
    by: by,
  } as const;
  const response = await withRateLimit(ctx, query, () => client.distribuirDFe(request));
  if (by.kind === "ultimo") await updatePosition(ctx, syncClient, { response, after: by.ultNSU });
  return response;
}

// Neither a refusal nor an answer before the known position moves the position.
async function updatePosition(
  ctx: AppContext,
  syncClient: SyncClient,
  { response, after }: { response: DistribuicaoResponse; after: string },
): Promise<void> {
  const reached = readPosition(response, after);
  if (reached === after && !isProcessed(response)) return;
  const known = await retryWrite(() => findPosition(ctx, syncClient));
  const isNamed = readMeaning(response.cStat) === "consumo" && reached !== after;
  if (known === null || isNamed || isAfter(reached, known)) await savePosition(ctx, syncClient, reached);
}

/** Whether SEFAZ processed the list of this CNPJ for this certificate. */
export function isProcessed({ cStat }: Pick<DistribuicaoResponse, "cStat">): boolean {
  return ["documentos", "nada", "consumo"].includes(readMeaning(cStat));
}

/** The NSU after which SEFAZ expects the next query for this CNPJ, as known to the installation. */
export async function findPosition(ctx: AppContext, syncClient: SyncClient): Promise<string | null> {
  return await ctx.database.gatekeeper.findPosition(pauseScopeOf(toRateLimitedQuery(syncClient, false)));
}

/** Stores, for all contas, the NSU after which SEFAZ expects the next query for this CNPJ. */
export async function savePosition(ctx: AppContext, syncClient: SyncClient, ultNSU: string): Promise<void> {
  const scope = pauseScopeOf(toRateLimitedQuery(syncClient, false));
  await retryWrite(() => ctx.database.gatekeeper.savePosition(scope, { ultNSU, now: ctx.clock.now() }));
}
