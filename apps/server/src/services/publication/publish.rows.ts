import { UFS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import type { FeedItem } from "../documento/documento.rules.ts";
import { writeFact } from "../evento/fact.rows.ts";

const ZONES = JSON.stringify(Object.fromEntries(UFS.map(({ sigla, zona }) => [sigla, zona])));

/** What a transaction publishes. mudas: notas whose totals change without a feed row. */
export type Publication = { agora: Date; feed: readonly FeedItem[]; mudas?: readonly string[] };

/**
 * Publishes a transaction: its last statement before commit, and the only writer of feed, rollups
 * and document counts. Each nota whose counted fields changed is in `feed` or `recounted`. Other
 * publishers of the conta wait until commit.
 */
export async function publish(
  db: Db,
  contaId: string,
  { agora: now, feed, mudas: recounted = [] }: Publication,
): Promise<void> {
  if (feed.length === 0 && recounted.length === 0) return;
  const items = [...feed, ...(await findEarlierEventos(db, contaId, feed))];
  await db.query("SELECT publica($1, $2, $3, $4, $5, $6, $7)", [
    contaId,
    now,
    items.map((item) => item.tipo),
    items.map((item) => item.notaId),
    items.map((item) => item.eventoId ?? null),
    recounted,
    ZONES,
  ]);
}

/**
 * Eventos that precede their nota in the feed: they arrived first, or the nota waited in quarantine. They
 * are published behind it. Of a replaced nota, only those that its company has not received.
 */
async function findEarlierEventos(db: Db, contaId: string, feed: readonly FeedItem[]): Promise<FeedItem[]> {
  const idsOf = (kind: FeedItem["tipo"]): string[] =>
    feed.flatMap(({ tipo, notaId }) => (tipo === kind ? [notaId] : []));
  const [newNotas, replacedNotas] = [idsOf("nota"), idsOf("troca")];
  if (newNotas.length === 0 && replacedNotas.length === 0) return [];
  const published = new Set(feed.map(({ notaId, eventoId }) => `${notaId} ${eventoId ?? ""}`));
  const rows = await db.query<{ notaId: string; eventoId: string }>(
    `SELECT n.id AS "notaId", e.id AS "eventoId" FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
     WHERE n.conta_id = $1 AND (n.id = ANY ($2) OR n.id = ANY ($3) AND n.empresa_id IS NOT NULL AND e.documento_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM feed f WHERE f.conta_id = $1 AND f.documento_id = e.documento_id AND f.nota_id = n.id AND f.empresa_id = n.empresa_id)) AND NOT n.quarentena AND NOT n.terceiros AND ${writeFact({ evento: "e", nota: "n" })}
     ORDER BY n.id, e.criado_em, e.id`,
    [contaId, newNotas, replacedNotas],
  );
  return rows
    .filter(({ notaId, eventoId }) => !published.has(`${notaId} ${eventoId}`))
    .map((row) => ({ tipo: "evento", ...row }));
}
