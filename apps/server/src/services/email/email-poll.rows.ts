import type { Reason } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";
import type { CaixaGeneration } from "../caixa-email/caixa-poll.rows.ts";

/**
 * A raw message, already in the blob store. tamanhoDito: size given by its server, null = none;
 * prova: proof that its uid still identifies it, null = none.
 */
export type NewEmail = {
  uid: string;
  sha256: string;
  tamanho: number;
  tamanhoDito: number | null;
  prova: string | null;
};

/** Messages from one poll of a caixa. */
type PolledEmails = CaixaGeneration & { emails: readonly NewEmail[]; now: Date };

/**
 * Inserts the messages of a poll. Equal bytes under another uid or in another mailbox are the same
 * e-mail; other bytes are another e-mail, even with an equal Message-ID. A formerly too large message
 * is completed.
 * @returns ids of the e-mails to read
 */
export async function insertEmails(db: Db, contaId: string, polled: PolledEmails): Promise<string[]> {
  const filled = await fillOversized(db, contaId, polled);
  const inserted = await insertNew(db, contaId, polled);
  await closeOversized(db, contaId, polled);
  const { caixaId, geracao, emails, now } = polled;
  // A uid that now names another message starts again, also for its retention on the server.
  await db.query(
    `INSERT INTO caixa_mensagem AS c (conta_id, caixa_id, geracao, uid, email_id, tamanho, prova, vista_em)
     SELECT $1, $2, $3, m.uid, e.id, m.tamanho, m.prova, $4 FROM unnest($5::text[], $6::text[], $7::bigint[], $8::text[]) AS m (uid, sha256, tamanho, prova)
     JOIN email e ON e.conta_id = $1 AND e.sha256 = m.sha256
     ON CONFLICT (conta_id, caixa_id, geracao, uid) DO UPDATE SET email_id = excluded.email_id, recusa = NULL, apagada_em = NULL,
       tamanho = excluded.tamanho, prova = excluded.prova,
       vista_em = CASE WHEN c.email_id = excluded.email_id AND c.recusa IS NULL THEN c.vista_em ELSE excluded.vista_em END`,
    [
      contaId,
      caixaId,
      geracao,
      now,
      emails.map((each) => each.uid),
      emails.map((each) => each.sha256),
      emails.map((each) => each.tamanhoDito),
      emails.map((each) => each.prova),
    ],
  );
  return [...filled, ...inserted];
}

function distinctOf(emails: readonly NewEmail[]): NewEmail[] {
  return [...new Map(emails.map((each) => [each.sha256, each])).values()];
}

// The e-mail of a message that was left on the server gets its bytes, unless they arrived otherwise in
// the meantime.
async function fillOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, emails, now }: PolledEmails,
): Promise<string[]> {
  const distinct = distinctOf(emails);
  const filled = await db.query<{ id: string }>(
    `UPDATE email e SET sha256 = n.sha256, tamanho = n.tamanho, recebida_em = $3, estado = 'em-leitura', motivo = NULL
     FROM unnest($4::text[], $5::text[], $6::integer[]) AS n (uid, sha256, tamanho)
       JOIN caixa_mensagem m ON m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $7 AND m.uid = n.uid
     WHERE e.conta_id = $1 AND e.id = m.email_id AND e.sha256 IS NULL
       AND NOT EXISTS (SELECT FROM email o WHERE o.conta_id = $1 AND o.sha256 = n.sha256)
     RETURNING e.id`,
    [
      contaId,
      caixaId,
      now,
      distinct.map((each) => each.uid),
      distinct.map((each) => each.sha256),
      distinct.map((each) => each.tamanho),
      geracao,
    ],
  );
  return filled.map((row) => row.id);
}

async function insertNew(db: Db, contaId: string, { caixaId, emails, now }: PolledEmails): Promise<string[]> {
  const distinct = distinctOf(emails);
  // In key order, so that two mailboxes with the same messages wait for each other instead of
  // deadlocking.
  const inserted = await db.query<{ id: string }>(
    `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
     SELECT $1, e.id, $2, e.sha256, $3, $3, e.tamanho, 'em-leitura'
     FROM unnest($4::uuid[], $5::text[], $6::integer[]) AS e (id, sha256, tamanho) ORDER BY e.sha256
     ON CONFLICT (conta_id, sha256) DO NOTHING RETURNING id`,
    [
      contaId,
      caixaId,
      now,
      distinct.map(() => newId()),
      distinct.map((each) => each.sha256),
      distinct.map((each) => each.tamanho),
    ],
  );
  return inserted.map((row) => row.id);
}

async function closeOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, emails }: PolledEmails,
): Promise<void> {
  const motivo: Reason = "mesma-mensagem";
  await db.execute(
    `UPDATE email e SET estado = 'lido', motivo = $4 FROM caixa_mensagem m
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $5 AND m.uid = ANY ($3)
       AND e.conta_id = $1 AND e.id = m.email_id AND e.sha256 IS NULL`,
    [contaId, caixaId, emails.map((each) => each.uid), motivo, geracao],
  );
}

/**
 * A message above the size limit. tamanho: its minimum size in bytes; tamanhoDito: given by its server,
 * null = none.
 */
export type OversizedEmail = CaixaGeneration & {
  uid: string;
  tamanho: number;
  tamanhoDito: number | null;
  now: Date;
};

/** Largest size that the column holds; a server may claim any size. */
const SIZE_MAX = 2 ** 31 - 1;

/**
 * Records a message that stays on its server: its e-mail is in quarentena, without bytes.
 * For a known uid only the size changes.
 */
export async function insertOversizedEmail(
  db: Db,
  contaId: string,
  oversized: OversizedEmail,
): Promise<void> {
  const { caixaId, geracao, uid, tamanhoDito, now } = oversized;
  const tamanho = Math.min(oversized.tamanho, SIZE_MAX);
  const id = (await findOversized(db, contaId, oversized)) ?? newId();
  const motivo: Reason = "mensagem-grande-demais";
  await db.execute(
    `INSERT INTO email (conta_id, id, caixa_id, data, recebida_em, tamanho, estado, motivo)
     VALUES ($1, $2, $3, $4, $4, $5, 'quarentena', $6) ON CONFLICT (conta_id, id) DO UPDATE SET tamanho = excluded.tamanho`,
    [contaId, id, caixaId, now, tamanho, motivo],
  );
  await db.execute(
    `INSERT INTO caixa_mensagem (conta_id, caixa_id, geracao, uid, email_id, recusa, tamanho, vista_em)
     VALUES ($1, $2, $3, $4, $5, 'grande-demais', $6, $7)
     ON CONFLICT (conta_id, caixa_id, geracao, uid) DO UPDATE SET email_id = excluded.email_id, recusa = excluded.recusa,
       tamanho = excluded.tamanho, prova = NULL, apagada_em = NULL, vista_em = excluded.vista_em`,
    [contaId, caixaId, geracao, uid, id, tamanhoDito, now],
  );
}

/** The existing e-mail of the message under this uid; null when there is none, or it has its bytes. */
async function findOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, uid }: OversizedEmail,
): Promise<string | null> {
  const rows = await db.query<{ id: string }>(
    `SELECT e.id FROM caixa_mensagem m JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.geracao = $3 AND m.uid = $4 AND e.sha256 IS NULL`,
    [contaId, caixaId, geracao, uid],
  );
  return rows[0]?.id ?? null;
}
