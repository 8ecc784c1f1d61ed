import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { FoundFeed } from "../../db/index.ts";
import { readTrustedCas } from "../../trust.ts";
import { checkChain } from "../certificado/check-chain.ts";
import { normalizeIdentificador } from "../conta/conta.rules.ts";
import { countNetworkUse } from "../rate-limit/count-network-use.ts";

/** The client certificate of a connection, whose key the TLS handshake proved. */
export type PresentedCertificado = { certificadoPem: string; cadeiaPem: string[]; impressao: string };

/**
 * The company whose feed is requested, and the caller's address.
 * identificador: the conta that the URL names; null: none.
 */
export type RequestedFeed = { cnpj: string; identificador: string | null; ip: string };

export type FoundOwner =
  | { kind: "ok"; dono: FoundFeed }
  /** No trusted authority issued the certificate. */
  | { kind: "cadeia" }
  /** No conta offers this company's feed. */
  | { kind: "nenhum" }
  /** The only such conta has not proved the company, and the URL names no conta. */
  | { kind: "semProva" }
  /** The company is not proved in any such conta. */
  | { kind: "naoProvada" }
  /** Several contas offer it, and the URL names none. */
  | { kind: "varios" };

/**
 * Finds the conta and company whose feed a certificate opens. Real contas trust the operator's CAs
 * only; demo contas also trust the sandbox's. A typed CNPJ proves nothing: the URL names the conta,
 * or it is the only one with a valid certificate of the company. A real conta precedes a demo one.
 * @throws {Refusal} feedMuitasPerguntas
 */
export async function findFeedOwner(
  ctx: Pick<AppContext, "config" | "clock" | "database">,
  presented: PresentedCertificado,
  { cnpj, identificador, ip }: RequestedFeed,
): Promise<FoundOwner> {
  const { config, clock, database } = ctx;
  const now = clock.now();
  const opens = async (sandbox: boolean): Promise<boolean> =>
    (!sandbox || config.sandbox !== null) &&
    (await isTrustedChain(ctx, { presented, trustedCas: readTrustedCas(config, sandbox), ip }));
  const opened = { real: await opens(false), demo: await opens(true) };
  if (!opened.real && !opened.demo) return { kind: "cadeia" };
  const accountName = identificador === null ? null : normalizeIdentificador(identificador);
  const offered = await database.gatekeeper.findFeeds({ cnpj, identificador: accountName, now });
  const feeds = offered.filter(({ sandbox }) => (sandbox ? opened.demo : opened.real));
  const proved = feeds.filter(({ provada }) => provada);
  if (proved.length === 0 && feeds.length > 0) return { kind: "naoProvada" };
  return accountName === null ? chooseOwner(proved) : toFoundOwner(proved);
}

function chooseOwner(feeds: readonly FoundFeed[]): FoundOwner {
  const realFeeds = feeds.filter(({ sandbox }) => !sandbox);
  const candidates = realFeeds.length > 0 ? realFeeds : feeds;
  const certified = candidates.filter(({ certificado }) => certificado);
  if (certified.length > 0) return toFoundOwner(certified);
  return candidates.length === 1 ? { kind: "semProva" } : toFoundOwner(candidates);
}

function toFoundOwner([dono, other]: readonly FoundFeed[]): FoundOwner {
  if (dono === undefined) return { kind: "nenhum" };
  return other === undefined ? { kind: "ok", dono } : { kind: "varios" };
}

/**
 * Chain verifications of one network per minute: they cost CPU before the caller is authenticated.
 */
const CHAINS_MAX = 300;
const WINDOW_MS = 60_000;
/** Cached verifications, by certificate and trust list. */
const CACHED_MAX = 1_000;
const CACHE_MS = 10 * MINUTE_MS;
const cachedChains = new Map<string, { ate: number; verificada: boolean }>();
const trustLists = new WeakMap<readonly string[], number>();
let trustListIds = 0;

type ChainCheck = { presented: PresentedCertificado; trustedCas: readonly string[]; ip: string };

async function isTrustedChain(
  ctx: Pick<AppContext, "clock" | "database">,
  { presented, trustedCas, ip }: ChainCheck,
): Promise<boolean> {
  if (trustedCas.length === 0) return false;
  const now = ctx.clock.now();
  const chave = `${presented.impressao} ${presented.cadeiaPem.length} ${trustListIdOf(trustedCas)}`;
  const known = cachedChains.get(chave);
  if (known !== undefined && known.ate > now.getTime() && known.ate - now.getTime() <= CACHE_MS) {
    return known.verificada;
  }
  const limite = {
    coisa: "feed-cadeia",
    max: CHAINS_MAX,
    janelaMs: WINDOW_MS,
    recusa: "feedMuitasPerguntas",
  } as const;
  await countNetworkUse(ctx, ip, limite);
  const verified = checkChain(presented, trustedCas, now) === "verificada";
  if (cachedChains.size >= CACHED_MAX) cachedChains.clear();
  cachedChains.set(chave, { ate: now.getTime() + CACHE_MS, verificada: verified });
  return verified;
}

// readTrustedCas returns the same list for a folder during the life of a process.
function trustListIdOf(trustedCas: readonly string[]): number {
  const known = trustLists.get(trustedCas);
  if (known !== undefined) return known;
  trustListIds += 1;
  trustLists.set(trustedCas, trustListIds);
  return trustListIds;
}
