import { formatMessage } from "@malote/contract";
import type { XmlElement } from "@malote/dfe";
import { cnpjRoot, isCnpj, isCpf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { isRetryable, Refusal } from "../../errors.ts";
import { findFeedOwner } from "../../services/feed/find-feed-owner.ts";
import { readDfes } from "../../services/feed/read-dfe-feed.ts";
import { countNetworkUse } from "../../services/rate-limit/count-network-use.ts";
import { countUse } from "../../services/rate-limit/count-use.ts";
import { describeOutage } from "../../wait-reason.ts";
import { type FeedCaller, validateFeedCaller } from "./client-certificado.ts";
import { type FeedQuery, readQuery } from "./read-query.ts";
import type { CStat } from "./response-texts.ts";
import type { DistResponse } from "./write-response.ts";

/**
 * Queries per company, and refusals per network, in a minute.
 * The fastest client reads 30 000 documents in that time.
 */
export const QUERIES_MAX = 600;
export const REFUSALS_MAX = 120;
const WINDOW_MS = 60_000;
const OWNER_REFUSALS = {
  nenhum: "feedDesligado",
  semProva: "feedSemProva",
  naoProvada: "feedNaoProvada",
  varios: "feedDeVarias",
} as const;

/** One call of nfeDistDFeInteresse. identificador: the conta in the URL. */
export type FeedCall = {
  dados: XmlElement;
  transmissor: FeedCaller | null;
  identificador: string | null;
  ip: string;
};

type FoundAnswer = Omit<DistResponse, "now" | "tpAmb">;

/** Answers a call as SEFAZ does.   @throws {Refusal} feedMuitasPerguntas */
export async function answerCall(app: AppContext, call: FeedCall): Promise<DistResponse> {
  const now = app.clock.now();
  const query = readQuery(call.dados);
  const tpAmb = typeof query === "string" ? "1" : query.tpAmb;
  return { ...(await orUnavailable(app, findAnswer(app, call, query))), tpAmb, now };
}

/**
 * Refuses a caller by its certificate alone, before the query is read.
 * @throws {Refusal} feedMuitasPerguntas
 */
export async function answerRefusal(app: AppContext, ip: string, cStat: CStat): Promise<DistResponse> {
  return { ...(await orUnavailable(app, refuse(app, ip, { cStat }))), tpAmb: "1", now: app.clock.now() };
}

async function orUnavailable({ log }: AppContext, found: Promise<FoundAnswer>): Promise<FoundAnswer> {
  return await found.catch((error: unknown): FoundAnswer => {
    if (error instanceof Refusal || !isRetryable(error)) throw error;
    log.warn({ err: error }, describeOutage(error));
    return { cStat: "108" };
  });
}

async function findAnswer(
  app: AppContext,
  { transmissor, identificador, ip }: FeedCall,
  query: FeedQuery | CStat,
): Promise<FoundAnswer> {
  const fault = validateFeedCaller(transmissor, app.clock.now()) ?? validateQuery(transmissor, query);
  if (fault !== null || transmissor === null || typeof query === "string") {
    return await refuse(app, ip, { cStat: fault ?? "215" });
  }
  const foundOwner = await findFeedOwner(app, transmissor, { cnpj: query.company, identificador, ip });
  if (foundOwner.kind === "cadeia") return await refuse(app, ip, { cStat: "285" });
  if (foundOwner.kind !== "ok") {
    return await refuse(app, ip, { cStat: "999", motivo: formatMessage(OWNER_REFUSALS[foundOwner.kind]) });
  }
  const { dono: owner } = foundOwner;
  // A demo conta's documents belong to no real environment, so either tpAmb is accepted.
  if (query.tpAmb !== "1" && !owner.sandbox) return { cStat: "252" };
  const chave = `feed:${owner.empresaId}`;
  await countUse(app, { chave, max: QUERIES_MAX, janelaMs: WINDOW_MS, recusa: "feedMuitasPerguntas" });
  const result = await readDfes(app, owner, query.by);
  if (result.kind === "adiante") return { cStat: "589" };
  const { dfes, ultNsu, maxNsu } = result;
  if (dfes.length > 0) return { cStat: "138", dfes, nsus: { ultNsu, maxNsu } };
  return query.by.kind === "chave" ? { cStat: "137" } : { cStat: "137", nsus: { ultNsu, maxNsu } };
}

/** Validates a query and its caller; null: valid.   @source NT 2014.002, regras de validação */
function validateQuery(transmissor: FeedCaller | null, query: FeedQuery | CStat): CStat | null {
  if (typeof query === "string") return query;
  const { company: interessado } = query;
  if (interessado.length === 11) return isCpf(interessado) ? "472" : "490";
  if (!isCnpj(interessado)) return "489";
  return cnpjRoot(transmissor?.cnpj ?? "") === cnpjRoot(interessado) ? null : "593";
}

async function refuse(app: AppContext, ip: string, foundOwner: FoundAnswer): Promise<FoundAnswer> {
  const limit = {
    coisa: "feed-recusa",
    max: REFUSALS_MAX,
    janelaMs: WINDOW_MS,
    recusa: "feedMuitasPerguntas",
  } as const;
  await countNetworkUse(app, ip, limit);
  return foundOwner;
}
