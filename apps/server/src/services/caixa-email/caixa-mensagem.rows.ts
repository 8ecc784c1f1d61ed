import type { FalhaCaixa } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import type { Lugar } from "./caixa-coleta.rows.ts";

/** What a server says of a message; tamanho 0 = it does not say. */
export type MensagemListada = { uid: string; tamanho: number };

/** Uids of a listing that are asked about in one statement. */
const LISTA_UIDS = 25_000;
/** Up to so many each is looked up by itself; more are held against all that the mailbox has met, in one pass. */
const LISTA_CURTA = 500;

/** A message that is no longer on its server. It may be there again one day. */
const SUMIDA = "sumida";
/** A message that was kept, and of which what is here or there is not what it was: it is fetched again. */
const INCERTA = "incerta";

/** What there is to fetch of a listing, as places in it. */
export type Pendentes = {
  /** Never met, or its uid belongs to another message now (its size tells), or too large once and fitting today; in the listing's order. */
  novas: number[];
  /** Those the server did not give when it was asked, longest ago first. */
  adiadas: number[];
};

const CONHECIDAS = `SELECT uid, email_id, tamanho, recusa, vista_em FROM caixa_mensagem c
  WHERE c.conta_id = $1 AND c.caixa_id = $2 AND c.geracao = $3`;
const EM_MASSA = `LEFT JOIN (${CONHECIDAS}) m ON m.uid = r.uid`;
const UM_A_UM = `LEFT JOIN LATERAL (${CONHECIDAS} AND c.uid = r.uid LIMIT 1) m ON true`;

/**
 * Holds a listing against what was met before in this mailbox. Belongs in a transaction of its own: the planner is told how.
 * @param o.limite the first so many new ones are enough
 * @param o.maxBytes one that was larger and fits now is as good as new
 */
export async function findPendentes(
  sql: Sql,
  contaId: string,
  o: Lugar & { lista: readonly MensagemListada[]; limite: number; maxBytes: number },
): Promise<Pendentes> {
  const novas: number[] = [];
  const adiadas: { n: number; vistaEm: Date }[] = [];
  // The planner knows nothing of a mailbox that was filled a minute ago, and would compare each with each.
  if (o.lista.length > LISTA_CURTA) await sql.query("SET LOCAL enable_nestloop = off");
  // A full box that was never read shows enough in its first piece; one that was read is looked through to its end.
  for (let from = 0; from < o.lista.length && novas.length < o.limite; from += LISTA_UIDS) {
    const piece = o.lista.slice(from, from + LISTA_UIDS);
    const rows = await sql.query<{ n: number; vistaEm: Date | null }>(
      `SELECT r.n::int - 1 AS n, CASE WHEN m.email_id IS NULL THEN m.vista_em END AS "vistaEm"
       FROM unnest($4::text[], $5::bigint[]) WITH ORDINALITY AS r (uid, tamanho, n) ${o.lista.length > LISTA_CURTA ? EM_MASSA : UM_A_UM}
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
      if (vistaEm !== null) adiadas.push({ n: from + n, vistaEm });
      else if (novas.length < o.limite) novas.push(from + n);
    }
  }
  adiadas.sort((a, b) => a.vistaEm.getTime() - b.vistaEm.getTime() || a.n - b.n);
  return { novas, adiadas: adiadas.slice(0, o.limite).map(({ n }) => n) };
}

/** Uids that are to be asked for again by name, longest ago first: sources that list only what is new do not show them. */
export async function findAdiadas(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, maxBytes, limite }: Lugar & { maxBytes: number; limite: number },
): Promise<string[]> {
  const rows = await sql.query<{ uid: string }>(
    `SELECT m.uid FROM caixa_mensagem m LEFT JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $3 AND m.recusa <> '${SUMIDA}' AND (m.email_id IS NULL OR e.tamanho <= $4)
     ORDER BY m.vista_em, m.uid LIMIT $5`,
    [contaId, caixaId, geracao, maxBytes, limite],
  );
  return rows.map(({ uid }) => uid);
}

/** Writes down a message that its server did not give: it is asked for again, after the new ones. */
export async function deferMensagem(
  sql: Sql,
  contaId: string,
  adiada: Lugar & { uid: string; causa: FalhaCaixa; agora: Date },
): Promise<void> {
  await sql.execute(
    `INSERT INTO caixa_mensagem AS m (conta_id, caixa_id, geracao, uid, recusa, vista_em) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (conta_id, caixa_id, geracao, uid) DO UPDATE SET recusa = excluded.recusa, vista_em = excluded.vista_em WHERE m.email_id IS NULL`,
    [contaId, adiada.caixaId, adiada.geracao, adiada.uid, adiada.causa, adiada.agora],
  );
}

type Uids = Lugar & { uids: readonly string[] };

/** Uids that are not on their server any more: nobody asks for them again, nor deletes them. */
export function markSumidas(sql: Sql, contaId: string, uids: Uids): Promise<void> {
  return markRecusa(sql, contaId, { ...uids, recusa: SUMIDA });
}

/** Uids whose message is not the one that was kept, or whose bytes are not here whole: they come again with the next visit. */
export function markIncertas(sql: Sql, contaId: string, uids: Uids): Promise<void> {
  return markRecusa(sql, contaId, { ...uids, recusa: INCERTA });
}

async function markRecusa(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, uids, recusa }: Uids & { recusa: string },
): Promise<void> {
  if (uids.length === 0) return;
  await sql.execute(
    "UPDATE caixa_mensagem SET recusa = $5 WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4)",
    [contaId, caixaId, geracao, uids, recusa],
  );
}

/** What proved some messages to be themselves when they were kept; null where nothing did. */
export async function findProvas(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, uids }: Lugar & { uids: readonly string[] },
): Promise<Map<string, string | null>> {
  const rows = await sql.query<{ uid: string; prova: string | null }>(
    `SELECT uid, prova FROM caixa_mensagem
     WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4) AND email_id IS NOT NULL`,
    [contaId, caixaId, geracao, uids],
  );
  return new Map(rows.map(({ uid, prova }) => [uid, prova]));
}

/** A message that may be deleted from its server, if what is there and what is here are what they should be. */
export type Vencida = { uid: string; sha256: string; tamanho: number | null; prova: string | null };

/**
 * Messages kept at `ate` or before, whose e-mail is committed with its bytes and was read; oldest first. Never one that was deferred, is
 * too large, or has left the server.
 * @param o.comProva only those of which a proof was kept: where uids prove little, no other may go
 */
export async function findVencidas(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, ate, comProva, limite }: Lugar & { ate: Date; comProva: boolean; limite: number },
): Promise<Vencida[]> {
  return await sql.query<Vencida>(
    `SELECT m.uid, e.sha256, m.tamanho, m.prova FROM caixa_mensagem m JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $3 AND m.apagada_em IS NULL AND m.recusa IS NULL AND m.vista_em <= $4
       AND e.sha256 IS NOT NULL AND e.estado <> 'em-leitura'${comProva ? " AND m.prova IS NOT NULL" : ""}
     ORDER BY m.vista_em, m.uid LIMIT $5`,
    [contaId, caixaId, geracao, ate, limite],
  );
}

/** The server has confirmed that it deleted these. */
export async function markApagadas(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, uids, agora }: Lugar & { uids: readonly string[]; agora: Date },
): Promise<void> {
  await sql.execute(
    "UPDATE caixa_mensagem SET apagada_em = $5 WHERE conta_id = $1 AND caixa_id = $2 AND geracao = $3 AND uid = ANY ($4)",
    [contaId, caixaId, geracao, uids, agora],
  );
}
