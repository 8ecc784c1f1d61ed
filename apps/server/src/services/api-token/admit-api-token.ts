import { isScope } from "@malote/contract";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { FoundApiToken } from "../../db/index.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { Caller } from "../handler.ts";
import { sortEscopos } from "./api-token.rules.ts";
import { recordUse } from "./secret.rows.ts";

/** Shortest time between two writes of a token's use. */
const WRITE_INTERVAL_MS = 60_000;

/** Secrets counted in one process; beyond this, the unwritten counts are discarded. */
const COUNTED_MAX = 10_000;

/** Calls of a secret that this process has not written. */
type CallCount = { calls: number; since: Date };

/** Keyed by Medidas: each process has one, whatever the context. */
const CALL_COUNTS = new WeakMap<Metrics, Map<string, CallCount>>();

/**
 * The caller of an API token, which is no person; null for a demo conta without its sandbox.
 * @param ip address of the caller
 */
export async function admitApiToken(
  ctx: AppContext,
  found: FoundApiToken,
  ip: string,
): Promise<Caller | null> {
  const { contaId, tokenId, usuarioId, nome, empresas, uf, sandbox } = found;
  if (sandbox && ctx.config.sandbox === null) return null;
  await countTokenCall(ctx, found, ip);
  const escopos = sortEscopos(found.escopos.filter(isScope));
  return {
    contaId,
    usuarioId,
    ownerId: tokenId,
    nome: `API (${nome})`,
    isManager: escopos.includes("admin"),
    isProprietario: false,
    isPerson: false,
    isManifestante: escopos.includes("manifestar") && found.manifestante,
    lacksSecondFactor: found.semFator,
    authenticatedAt: null,
    scopes: escopos,
    empresas,
    sessionId: tokenId,
    contaUf: uf,
    contaSandbox: sandbox,
  };
}

/**
 * The first call is written at once; calls of the next minute are written with the first one after it.
 */
async function countTokenCall(
  { metrics, clock, database }: AppContext,
  { contaId, tokenId, segredoId, uf }: FoundApiToken,
  ip: string,
): Promise<void> {
  const counts = CALL_COUNTS.get(metrics) ?? new Map<string, CallCount>();
  CALL_COUNTS.set(metrics, counts);
  const now = clock.now();
  const before = counts.get(segredoId);
  const elapsed = before === undefined ? WRITE_INTERVAL_MS : Math.abs(now.getTime() - before.since.getTime());
  if (before !== undefined && elapsed < WRITE_INTERVAL_MS) {
    before.calls += 1;
    return;
  }
  if (counts.size >= COUNTED_MAX) counts.clear();
  counts.set(segredoId, { calls: 0, since: now });
  const chamadas = (before?.calls ?? 0) + 1;
  const dia = dayInZone(now, zoneOfUf(uf));
  const uso = { tokenId, segredoId, chamadas, ip, dia, now };
  await database.withConta(contaId, (db) => recordUse(db, contaId, uso));
}
