import { zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { type FeedReader, writeCursor } from "./cursor.rules.ts";
import { type FeedReach, findReach } from "./epoch.rows.ts";
import { findLostEpoch, skipGaps } from "./epoch.rules.ts";
import { type FeedChange, type FeedChangeType, findFeedChanges } from "./feed-changes.rows.ts";
import { type FeedFilter, type FeedNota, findPublishedNotas } from "./feed-notas.rows.ts";
import type { FeedRange } from "./feed-page.rows.ts";

/** Context of a feed reader. */
export type FeedContext = Pick<SignedInContext, "database"> & {
  caller: Pick<SignedInContext["caller"], "contaId" | "contaUf">;
};

/**
 * One page of a feed. The next page starts after `nextAfter`; a page
 * may be short or empty while `hasMore`, because of the filter.
 */
export type FeedPage<T> = { itens: T[]; nextAfter: number; maxSeq: number; hasMore: boolean };

/**
 * depois: number after which to read; limite: page size. leitor: reader of a cursor, refused when
 * its epoch ended. Without a leitor, reading continues in the new epoch.
 */
export type FeedRequest = { depois: number; limite: number; comXml?: boolean; leitor?: FeedReader };

/** Feed numbers in one query, and queries per page: this bounds the cost of a narrow filter. */
const WINDOW_SIZE = 20_000;
const WINDOWS_MAX = 5;
/** Bytes of XML in one page. A single document may be larger. */
export const FEED_XML_MAX_BYTES = 16_777_216;

/**
 * The conta's documents in order of publication, each once, without quarantined ones and those of
 * third parties. A released document is at the number of its release.
 * @throws {Refusal} cursorAdiante, cursorDeOutraEpoca
 */
export async function readNotas(
  ctx: FeedContext,
  { filtro = {}, ...request }: FeedRequest & { filtro?: FeedFilter },
): Promise<FeedPage<FeedNota>> {
  const { contaId, contaUf } = ctx.caller;
  const zona = zoneOfUf(contaUf);
  return await ctx.database.withConta(contaId, async (db) => {
    const reach = await findReach(db, contaId);
    return await readPage(request, reach, async (range) => {
      // A query by chaves uses their index, so it needs no window.
      const ate = filtro.chaves === undefined ? range.ate : reach.maxSeq;
      const { notas, cheio } = await findPublishedNotas(db, contaId, { ...range, ate, zona, filtro });
      return { itens: notas, cheio, ate };
    });
  });
}

/**
 * Everything published, in order: documents, changes, eventos, flags.
 * @throws {Refusal} cursorAdiante, cursorDeOutraEpoca
 */
export async function readFeedChanges(
  ctx: FeedContext,
  { tipos, ...request }: FeedRequest & { tipos?: readonly FeedChangeType[] | undefined },
): Promise<FeedPage<FeedChange>> {
  const { contaId } = ctx.caller;
  return await ctx.database.withConta(contaId, async (db) => {
    const reach = await findReach(db, contaId);
    return await readPage(request, reach, async (range) => {
      const { mudancas, cheio } = await findFeedChanges(db, contaId, { ...range, tipos: tipos ?? null });
      return { itens: mudancas, cheio, ate: range.ate };
    });
  });
}

type ReadWindow<T> = (window: FeedRange) => Promise<{ itens: T[]; cheio: boolean; ate: number }>;

// Reads up to the number found first: later publications belong to the next page.
async function readPage<T extends { sequencia: number }>(
  { depois, limite, comXml = false, leitor }: FeedRequest,
  { maxSeq, gaps }: FeedReach,
  readWindow: ReadWindow<T>,
): Promise<FeedPage<T>> {
  if (depois > maxSeq) throw new Refusal("cursorAdiante", { campo: "cursor" });
  const lost = leitor === undefined ? null : findLostEpoch(gaps, depois);
  if (leitor !== undefined && lost !== null) {
    const values = { cursor: writeCursor(leitor, lost.first) };
    throw new Refusal("cursorDeOutraEpoca", { campo: "cursor", values });
  }
  const xml = comXml ? { bytesMax: FEED_XML_MAX_BYTES } : null;
  let nextAfter = skipGaps(gaps, depois);
  for (let n = 0; n < WINDOWS_MAX && nextAfter < maxSeq; n += 1) {
    const { itens, cheio, ate } = await readWindow({
      depois: nextAfter,
      ate: Math.min(nextAfter + WINDOW_SIZE, maxSeq),
      limite,
      xml,
    });
    const last = itens.at(-1);
    nextAfter = skipGaps(gaps, cheio && last !== undefined ? last.sequencia : ate);
    if (itens.length > 0) return { itens, nextAfter, maxSeq, hasMore: nextAfter < maxSeq };
  }
  return { itens: [], nextAfter, maxSeq, hasMore: nextAfter < maxSeq };
}
