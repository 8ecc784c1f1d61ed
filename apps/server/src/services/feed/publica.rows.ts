import { UFS } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";

/** One thing that readers of the conta's feed must learn. */
export type FeedItem = {
  tipo: "nota" | "troca" | "evento" | "status" | "marca" | "quarentena";
  notaId: string;
  eventoId?: string | null;
};

const ZONAS = JSON.stringify(Object.fromEntries(UFS.map(({ sigla, zona }) => [sigla, zona])));

/** What a transaction makes public. mudas: views that count otherwise in the totals, of which no reader has to hear. */
export type Publicacao = { agora: Date; feed: readonly FeedItem[]; mudas?: readonly string[] };

/**
 * Publishes a transaction: the last statement before its commit, and the only writer of feed, rollups and counted documents. Every view of
 * which anything changed that is counted is in `feed` or `mudas`: it is counted anew as it stands. From here to the commit the conta's other
 * publishers wait.
 */
export async function publish(
  sql: Sql,
  contaId: string,
  { agora, feed, mudas = [] }: Publicacao,
): Promise<void> {
  if (feed.length === 0 && mudas.length === 0) return;
  await sql.query("SELECT publica($1, $2, $3, $4, $5, $6, $7)", [
    contaId,
    agora,
    feed.map((item) => item.tipo),
    feed.map((item) => item.notaId),
    feed.map((item) => item.eventoId ?? null),
    mudas,
    ZONAS,
  ]);
}
