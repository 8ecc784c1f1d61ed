import { zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { type LeitorDoFeed, writeCursor } from "./cursor.rules.ts";
import { type FeedReach, findReach } from "./epoch.rows.ts";
import { findLostEpoch, skipGaps } from "./epoch.rules.ts";
import { findMudancas, type MudancaDoFeed, type MudancaTipo } from "./feed-mudancas.rows.ts";
import { type FeedFiltro, findNotasPublicadas, type NotaDoFeed } from "./feed-notas.rows.ts";

/** Context of a feed reader. */
export type FeedContext = Pick<SignedInContext, "database"> & {
  caller: Pick<SignedInContext["caller"], "contaId" | "contaUf">;
};

/**
 * One page of a feed. The next page starts after `proxima`; a page
 * may be short or empty while `hasMore`, because of the filter.
 */
export type PaginaFeed<T> = { itens: T[]; proxima: number; maxSeq: number; hasMore: boolean };

/**
 * depois: number after which to read; limite: page size. leitor: reader of a cursor, refused when
 * its epoch ended. Without a leitor, reading continues in the new epoch.
 */
export type PedidoFeed = { depois: number; limite: number; comXml?: boolean; leitor?: LeitorDoFeed };

/** Feed numbers in one query, and queries per page: this bounds the cost of a narrow filter. */
const JANELA = 20_000;
const JANELAS_MAX = 5;
/** Bytes of XML in one page. A single document may be larger. */
export const FEED_XML_MAX_BYTES = 16_777_216;

/**
 * The conta's documents in order of publication, each once, without quarantined ones and those of
 * third parties. A released document is at the number of its release.
 * @throws {Refusal} cursorAdiante, cursorDeOutraEpoca
 */
export async function readNotas(
  ctx: FeedContext,
  { filtro = {}, ...pedido }: PedidoFeed & { filtro?: FeedFiltro },
): Promise<PaginaFeed<NotaDoFeed>> {
  const { contaId, contaUf } = ctx.caller;
  const zona = zonaOfUf(contaUf);
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const reach = await findReach(sql, contaId);
    return await walk(pedido, reach, async (trecho) => {
      // A query by chaves uses their index, so it needs no window.
      const ate = filtro.chaves === undefined ? trecho.ate : reach.maxSeq;
      const { notas, cheio } = await findNotasPublicadas(sql, contaId, { ...trecho, ate, zona, filtro });
      return { itens: notas, cheio, ate };
    });
  });
}

/**
 * Everything published, in order: documents, changes, eventos, flags.
 * @throws {Refusal} cursorAdiante, cursorDeOutraEpoca
 */
export async function readMudancas(
  ctx: FeedContext,
  { tipos, ...pedido }: PedidoFeed & { tipos?: readonly MudancaTipo[] | undefined },
): Promise<PaginaFeed<MudancaDoFeed>> {
  const { contaId } = ctx.caller;
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const reach = await findReach(sql, contaId);
    return await walk(pedido, reach, async (trecho) => {
      const { mudancas, cheio } = await findMudancas(sql, contaId, { ...trecho, tipos: tipos ?? null });
      return { itens: mudancas, cheio, ate: trecho.ate };
    });
  });
}

type Passo = { depois: number; ate: number; limite: number; xml: { bytesMax: number } | null };
type Look<T> = (passo: Passo) => Promise<{ itens: T[]; cheio: boolean; ate: number }>;

// Reads up to the number found first: later publications belong to the next page.
async function walk<T extends { sequencia: number }>(
  { depois, limite, comXml = false, leitor }: PedidoFeed,
  { maxSeq, gaps }: FeedReach,
  look: Look<T>,
): Promise<PaginaFeed<T>> {
  if (depois > maxSeq) throw new Refusal("cursorAdiante", { campo: "cursor" });
  const lost = leitor === undefined ? null : findLostEpoch(gaps, depois);
  if (leitor !== undefined && lost !== null) {
    const values = { cursor: writeCursor(leitor, lost.first) };
    throw new Refusal("cursorDeOutraEpoca", { campo: "cursor", values });
  }
  const xml = comXml ? { bytesMax: FEED_XML_MAX_BYTES } : null;
  let proxima = skipGaps(gaps, depois);
  for (let n = 0; n < JANELAS_MAX && proxima < maxSeq; n += 1) {
    const { itens, cheio, ate } = await look({
      depois: proxima,
      ate: Math.min(proxima + JANELA, maxSeq),
      limite,
      xml,
    });
    const last = itens.at(-1);
    proxima = skipGaps(gaps, cheio && last !== undefined ? last.sequencia : ate);
    if (itens.length > 0) return { itens, proxima, maxSeq, hasMore: proxima < maxSeq };
  }
  return { itens: [], proxima, maxSeq, hasMore: proxima < maxSeq };
}
