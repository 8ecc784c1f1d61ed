import type { Reason } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";
import type { PartOutcome } from "../documento/veredito.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import { toIngest } from "./to-ingest.ts";

/** An e-mail to read. gastoMs: CPU time of its conta's too costly e-mails since an instant. */
export type EmailToRead = {
  sha256: string;
  estado: string;
  recebidaEm: Date;
  reprocessado: boolean;
  gastoMs: number;
};

/**
 * Reads the state of an e-mail and the digest of its bytes; null when it does not exist.
 * @param since see {@link EmailToRead}
 */
export async function findEmailToRead(
  db: Db,
  contaId: string,
  { emailId, since: desde }: { emailId: string; since: Date },
): Promise<EmailToRead | null> {
  const rows = await db.query<EmailToRead>(
    `SELECT sha256, estado, recebida_em AS "recebidaEm", reprocessado_em IS NOT NULL AS reprocessado,
       (SELECT coalesce(sum(custo_ms), 0)::float8 FROM email WHERE conta_id = $1 AND caro_em >= $3) AS "gastoMs"
     FROM email WHERE conta_id = $1 AND id = $2`,
    [contaId, emailId, desde],
  );
  return rows[0] ?? null;
}

/** Header and body of an e-mail, as read. The caller limits the text lengths. */
export type EmailHeader = {
  emailId: string;
  messageId: string | null;
  assunto: string;
  remetente: string;
  remetenteNome: string | null;
  destinatario: string;
  data: Date;
  corpoMensagem: string | null;
  corpoHtml: string | null;
  /** Why the message could not be read to its end, or null. */
  motivo: Reason | null;
};

/** Stores header and body, so that the e-mail is listed while its parts are still being read. */
export async function saveHeader(db: Db, contaId: string, c: EmailHeader): Promise<void> {
  await db.query(
    `UPDATE email SET message_id = coalesce($3, message_id), assunto = $4, remetente = $5, remetente_nome = $6, destinatario = $7,
       data = $8, corpo_mensagem = $9, corpo_html = $10, motivo = $11 WHERE conta_id = $1 AND id = $2`,
    [
      contaId,
      c.emailId,
      c.messageId,
      c.assunto,
      c.remetente,
      c.remetenteNome,
      c.destinatario,
      c.data,
      c.corpoMensagem,
      c.corpoHtml,
      c.motivo,
    ],
  );
}

/** A part with its outcome, to insert. */
export type NewAnexo = PartOutcome & {
  caminho: string;
  nome: string | null;
  tipo: string;
  tamanho: number;
  sha256: string;
  embutida: boolean;
  contentId: string | null;
  documentoId: string | null;
};

/**
 * Inserts parts with their outcome; an existing part keeps its first outcome.
 * @throws when the e-mail was closed in the meantime: its counts would disagree with its parts
 */
export async function insertAnexos(
  db: Db,
  contaId: string,
  { emailId, anexos }: { emailId: string; anexos: readonly NewAnexo[] },
): Promise<void> {
  if (anexos.length === 0) return;
  const open = await db.query(
    "SELECT 1 FROM email WHERE conta_id = $1 AND id = $2 AND estado = 'em-leitura' FOR UPDATE",
    [contaId, emailId],
  );
  if (open.length === 0)
    throw new Error(`e-mail ${emailId} is closed: a late attempt tried to insert its parts`);
  await db.query(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, embutida, content_id, destino, motivo, detalhe, documento_id)
     SELECT $1, a.id, $2, a.caminho, a.nome, a.tipo, a.tamanho, a.sha256, a.embutida, a."contentId", a.destino, a.motivo, a.detalhe, a."documentoId"
     FROM json_to_recordset($3) AS a (id uuid, caminho text, nome text, tipo text, tamanho integer, sha256 text, embutida boolean,
       "contentId" text, destino text, motivo text, detalhe text, "documentoId" uuid)
     ON CONFLICT (conta_id, email_id, caminho) DO NOTHING`,
    [contaId, emailId, JSON.stringify(anexos.map((anexo) => ({ id: newId(), ...anexo })))],
  );
}

/** Some parts of an e-mail, and the known documents in them. */
export type KnownParts = {
  emailId: string;
  parts: readonly { caminho: string; documentoId: string }[];
};

/**
 * The parts, by caminho, that first brought their documento: it was stored after the e-mail arrived,
 * and no other part is recorded for it. This is the case when a message is read again.
 */
export async function findOwnParts(
  db: Db,
  contaId: string,
  { emailId, parts }: KnownParts,
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const rows = await db.query<{ caminho: string }>(
    `SELECT p.caminho FROM unnest($3::text[], $4::uuid[]) AS p (caminho, documento_id)
       JOIN email e ON e.conta_id = $1 AND e.id = $2
       JOIN documento d ON d.conta_id = $1 AND d.id = p.documento_id AND d.criado_em >= e.recebida_em
     WHERE NOT EXISTS (
       SELECT FROM anexo a WHERE a.conta_id = $1 AND a.documento_id = p.documento_id AND NOT (a.email_id = $2 AND a.caminho = p.caminho)
         AND a.motivo IS DISTINCT FROM 'mesmo-arquivo')`,
    [contaId, emailId, parts.map(({ caminho }) => caminho), parts.map(({ documentoId }) => documentoId)],
  );
  return new Set(rows.map(({ caminho }) => caminho));
}

/**
 * Plans a new reading of a stored message and deletes its recorded parts. Documents, notas, eventos
 * and users' changes to them remain. The caller has verified that the message's bytes exist.
 * @returns false when it is already being read, or has no bytes of its own
 */
export async function reopenEmail(
  db: Db,
  contaId: string,
  { emailId, now }: { emailId: string; now: Date },
): Promise<boolean> {
  const reopened = await db.execute(
    `UPDATE email SET estado = 'em-leitura', motivo = NULL, custo_ms = NULL, caro_em = NULL, reprocessado_em = $3, partes = 0, extraidos = 0, problemas = 0, chaves_sem_xml = '{}'
     WHERE conta_id = $1 AND id = $2 AND estado <> 'em-leitura' AND sha256 IS NOT NULL`,
    [contaId, emailId, now],
  );
  if (reopened === 0) return false;
  await db.execute("DELETE FROM anexo WHERE conta_id = $1 AND email_id = $2", [contaId, emailId]);
  await planTasks(db, contaId, [toIngest(contaId, emailId, now)]);
  return true;
}

/**
 * Ends the reading of an e-mail; with a reason it goes to quarentena. Its counts come from its recorded
 * parts, so both agree; the body (caminho 0) is not a part. An e-mail that was closed before stays
 * unchanged.
 * @returns whether it was open
 */
export async function closeEmail(
  db: Db,
  contaId: string,
  { emailId, motivo }: { emailId: string; motivo?: Reason },
): Promise<boolean> {
  const closed = await db.execute(
    `UPDATE email SET motivo = coalesce($3, motivo), estado = CASE WHEN coalesce($3, motivo) IS NULL THEN 'lido' ELSE 'quarentena' END,
       partes = l.partes, extraidos = l.extraidos, problemas = l.problemas
     FROM (
       SELECT count(*) FILTER (WHERE caminho <> '0') AS partes,
         count(*) FILTER (WHERE documento_id IS NOT NULL) AS extraidos,
         count(*) FILTER (WHERE destino IN ('quarentena', 'erro')) AS problemas
       FROM anexo WHERE conta_id = $1 AND email_id = $2
     ) l WHERE conta_id = $1 AND id = $2 AND estado = 'em-leitura'`,
    [contaId, emailId, motivo ?? null],
  );
  return closed > 0;
}

/** Stores the CPU time spent on an e-mail whose reading was aborted for its cost. */
export async function saveCost(
  db: Db,
  contaId: string,
  { emailId, custoMs, now }: { emailId: string; custoMs: number; now: Date },
): Promise<void> {
  await db.execute("UPDATE email SET custo_ms = $3, caro_em = $4 WHERE conta_id = $1 AND id = $2", [
    contaId,
    emailId,
    custoMs,
    now,
  ]);
}
