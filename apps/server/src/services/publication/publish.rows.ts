import { UFS } from "@malote/syntax";
import { anyOf, type Db, fixedStatement, notExists, textStatement } from "../../db/index.ts";
import type { FeedItem } from "../documento/documento.rules.ts";
import { isFact } from "../evento/fact.rows.ts";

const ZONES = JSON.stringify(Object.fromEntries(UFS.map(({ sigla, zona }) => [sigla, zona])));

// A function, which no builder calls as a statement.
const PUBLISH = textStatement({}, "SELECT FROM publica($1, $2, $3, $4, $5, $6, $7)");

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
  await PUBLISH.rows(db, [
    contaId,
    now,
    items.map((item) => item.tipo),
    items.map((item) => item.notaId),
    items.map((item) => item.eventoId ?? null),
    recounted,
    ZONES,
  ]);
}

type PublishedNotas = { contaId: string; newNotas: readonly string[]; replacedNotas: readonly string[] };

const EARLIER_EVENTOS = fixedStatement<PublishedNotas>()((db, { contaId, newNotas, replacedNotas }) =>
  db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .where("n.contaId", "=", contaId)
    .where(({ eb, or, and, selectFrom }) => {
      const received = selectFrom("feed as f")
        .where("f.contaId", "=", contaId)
        .whereRef("f.documentoId", "=", "e.documentoId")
        .whereRef("f.notaId", "=", "n.id")
        .whereRef("f.empresaId", "=", "n.empresaId");
      return or([
        eb("n.id", "=", anyOf(newNotas)),
        and([
          eb("n.id", "=", anyOf(replacedNotas)),
          eb("n.empresaId", "is not", null),
          eb("e.documentoId", "is not", null),
          notExists(received),
        ]),
      ]);
    })
    .where("n.quarentena", "=", false)
    .where("n.terceiros", "=", false)
    .where(isFact({ evento: "e", nota: "n" }))
    .select(["n.id as notaId", "e.id as eventoId"])
    .orderBy("n.id")
    .orderBy("e.criadoEm")
    .orderBy("e.id"),
);

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
  const rows = await EARLIER_EVENTOS.rows(db, { contaId, newNotas, replacedNotas });
  return rows
    .filter(({ notaId, eventoId }) => !published.has(`${notaId} ${eventoId}`))
    .map((row) => ({ tipo: "evento", ...row }));
}
