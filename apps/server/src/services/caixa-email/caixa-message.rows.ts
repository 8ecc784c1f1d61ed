import type { CaixaFailure } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { CaixaGeneration } from "./caixa-poll.rows.ts";

/** A message in a server's listing; tamanho 0 = not given. */
export type ListedMessage = { uid: string; tamanho: number };

/** Uids of a listing per statement. */
const LISTING_UIDS = 25_000;
/**
 * Up to this size each uid is looked up by itself; a longer listing is joined with all known messages
 * at once.
 */
const SHORT_LISTING = 500;

/** A message that is no longer on its server. It may reappear. */
const MISSING = "sumida";
/** A stored message whose copy on the server or in the blob store may differ: it is fetched again. */
const UNCERTAIN = "incerta";

/** The messages to fetch, as indexes into a listing. */
export type PendingMessages = {
  /**
   * New, or another message under a known uid (by its size), or formerly too large; in the listing's
   * order.
   */
  fresh: number[];
  /** Messages that the server did not return, longest ago first. */
  deferred: number[];
};

const KNOWN = `SELECT uid, email_id, tamanho, recusa, vista_em FROM caixa_mensagem c
  WHERE c.conta_id = $1 AND c.caixa_id = $2 AND c.geracao = $3`;
const IN_BULK = `LEFT JOIN (${KNOWN}) m ON m.uid = r.uid`;
const ONE_BY_ONE = `LEFT JOIN LATERAL (${KNOWN} AND c.uid = r.uid LIMIT 1) m ON true`;

/**
 * Compares a listing with the known messages of the mailbox. Call it in a separate transaction, because
 * it sets a planner option.
 * @param o.limite stop after this many new messages
 * @param o.maxBytes a formerly larger message that fits now is new again
 */
export async function findPending(
  db: Db,
  contaId: string,
  o: CaixaGeneration & { lista: readonly ListedMessage[]; limite: number; maxBytes: number },
): Promise<PendingMessages> {
  const fresh: number[] = [];
  const deferred: { n: number; vistaEm: Date }[] = [];
  // A mailbox filled a minute ago has no statistics yet; the planner would choose a nested loop.
  if (o.lista.length > SHORT_LISTING) await db.query("SET LOCAL enable_nestloop = off");
  // A full, unread mailbox reaches the limit in its first piece; a read one is compared to its end.
  for (let from = 0; from < o.lista.length && fresh.length < o.limite; from += LISTING_UIDS) {
    const piece = o.lista.slice(from, from + LISTING_UIDS);
    const rows = await db.query<{ n: number; vistaEm: Date | null }>(
      `SELECT r.n::int - 1 AS n, CASE WHEN m.email_id IS NULL THEN m.vista_em END AS "vistaEm"
       FROM unnest($4::text[], $5::bigint[]) WITH ORDINALITY AS r (uid, tamanho, n) ${o.lista.length > SHORT_LISTING ? IN_BULK : ONE_BY_ONE}
       WHERE m.uid IS NULL OR m.email_id IS NULL OR (m.tamanho <> r.tamanho AND r.tamanho > 0)
         OR (m.recusa IS NOT NULL AND (SELECT e.tamanho FROM email e WHERE e.conta_id = $1 AND e.id = m.email_id) <= $6)
       ORDER BY "vistaEm" NULLS FIRST, r.n LIMIT $7`,
      [
        contaId,
        o.caixaId,
        o.geracao,
        piece.map(({ uid }) => uid),
        piece.map(({ tamanho }) => tamanho),
        o.maxBytes,
        o.limite,
      ],
    );
    for (const { n, vistaEm } of rows) {
      if (vistaEm !== null) deferred.push({ n: from + n, vistaEm });
      else if (fresh.length < o.limite) fresh.push(from + n);
    }
  }
  deferred.sort((a, b) => a.vistaEm.getTime() - b.vistaEm.getTime() || a.n - b.n);
  return { fresh, deferred: deferred.slice(0, o.limite).map(({ n }) => n) };
}

/**
 * Uids to request again by name, longest ago first: a source that lists only new messages does not list
 * them.
 */
export async function findDeferred(
  db: Db,
  contaId: string,
  { caixaId, geracao, maxBytes, limite }: CaixaGeneration & { maxBytes: number; limite: number },
): Promise<string[]> {
  const rows = await db.query<{ uid: string }>(
    `SELECT m.uid FROM caixa_mensagem m LEFT JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $3 AND m.recusa <> '${MISSING}' AND (m.email_id IS NULL OR e.tamanho <= $4)
     ORDER BY m.vista_em, m.uid LIMIT $5`,
    [contaId, caixaId, geracao, maxBytes, limite],
  );
  return rows.map(({ uid }) => uid);
}

/** Records a message that its server did not return; it is requested again after the new ones. */
export async function deferMessage(
  db: Db,
  contaId: string,
  message: CaixaGeneration & { uid: string; causa: CaixaFailure; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO caixa_mensagem AS m (conta_id, caixa_id, geracao, uid, recusa, vista_em) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (conta_id, caixa_id, geracao, uid) DO UPDATE SET recusa = excluded.recusa, vista_em = excluded.vista_em WHERE m.email_id IS NULL`,
    [contaId, message.caixaId, message.geracao, message.uid, message.causa, message.now],
  );
}

type Uids = CaixaGeneration & { uids: readonly string[] };

/** Marks uids that are no longer on their server: they are neither requested again nor deleted. */
export function markMissing(db: Db, contaId: string, uids: Uids): Promise<void> {
  return markRefusal(db, contaId, { ...uids, recusa: MISSING });
}

/**
 * Marks uids whose message differs from the stored one, or whose bytes are damaged: the next poll
 * fetches them again.
 */
export function markUncertain(db: Db, contaId: string, uids: Uids): Promise<void> {
  return markRefusal(db, contaId, { ...uids, recusa: UNCERTAIN });
}

async function markRefusal(
  db: Db,
  contaId: string,
  { caixaId, geracao, uids, recusa: refusal }: Uids & { recusa: string },
): Promise<void> {
  if (uids.length === 0) return;
  await db.execute(
    "UPDATE caixa_mensagem SET recusa = $5 WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4)",
    [contaId, caixaId, geracao, uids, refusal],
  );
}

/** The proofs of identity stored with some messages; null for a message without one. */
export async function findProofs(
  db: Db,
  contaId: string,
  { caixaId, geracao, uids }: CaixaGeneration & { uids: readonly string[] },
): Promise<Map<string, string | null>> {
  const rows = await db.query<{ uid: string; prova: string | null }>(
    `SELECT uid, prova FROM caixa_mensagem
     WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4) AND email_id IS NOT NULL`,
    [contaId, caixaId, geracao, uids],
  );
  return new Map(rows.map(({ uid, prova: proof }) => [uid, proof]));
}

/** A message that may be deleted from its server, after its copies are verified. */
export type ExpiredMessage = { uid: string; sha256: string; tamanho: number | null; prova: string | null };

/**
 * Messages stored at `ate` or before whose e-mail is stored with its bytes and was read, oldest first.
 * Excludes messages that were deferred, are too large or left the server.
 * @param o.comProva only messages with a stored proof: required where uids are unreliable
 */
export async function findExpired(
  db: Db,
  contaId: string,
  {
    caixaId,
    geracao,
    ate,
    comProva,
    limite,
  }: CaixaGeneration & { ate: Date; comProva: boolean; limite: number },
): Promise<ExpiredMessage[]> {
  return await db.query<ExpiredMessage>(
    `SELECT m.uid, e.sha256, m.tamanho, m.prova FROM caixa_mensagem m JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $3 AND m.apagada_em IS NULL AND m.recusa IS NULL AND m.vista_em <= $4
       AND e.sha256 IS NOT NULL AND e.estado <> 'em-leitura'${comProva ? " AND m.prova IS NOT NULL" : ""}
     ORDER BY m.vista_em, m.uid LIMIT $5`,
    [contaId, caixaId, geracao, ate, limite],
  );
}

/** Records the messages that the server has confirmed as deleted. */
export async function markDeleted(
  db: Db,
  contaId: string,
  { caixaId, geracao, uids, now }: CaixaGeneration & { uids: readonly string[]; now: Date },
): Promise<void> {
  await db.execute(
    "UPDATE caixa_mensagem SET apagada_em = $5 WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4)",
    [contaId, caixaId, geracao, uids, now],
  );
}
