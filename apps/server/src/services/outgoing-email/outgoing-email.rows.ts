import { type Db, newId } from "../../db/index.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { planTasks } from "../task/task.rows.ts";
import type { NewOutgoingEmail, NewOutgoingEmailWithToken } from "./outgoing-email.rules.ts";
import { sealEmailData } from "./seal-data.ts";

/**
 * Stores an e-mail and plans its delivery, once per occasion. Call it in the transaction of the
 * event it reports.
 */
export async function planOutgoingEmail(db: Db, contaId: string, newEmail: NewOutgoingEmail): Promise<void> {
  await insertOutgoingEmail(db, contaId, { ...newEmail, id: newId() });
}

/** The same for an e-mail with a link's `dados.token`, which is sealed before storage. */
export async function planOutgoingEmailWithToken(
  db: Db,
  contaId: string,
  { secretBox, ...newEmail }: NewOutgoingEmailWithToken & { secretBox: SecretBox },
): Promise<void> {
  const id = newId();
  await insertOutgoingEmail(db, contaId, {
    ...newEmail,
    id,
    dados: sealEmailData(newEmail.dados, { secretBox, id }),
  });
}

type NewRow = { id: string; modelo: string; ocasiao: string; para: string; dados: object; now: Date };

async function insertOutgoingEmail(db: Db, contaId: string, row: NewRow): Promise<void> {
  const { id, modelo, ocasiao, para, dados, now } = row;
  const written = await db.execute(
    `INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (conta_id, ocasiao, para) DO NOTHING`,
    [contaId, id, modelo, ocasiao, para, JSON.stringify(dados), now],
  );
  if (written > 0) await planTasks(db, contaId, [{ tipo: "envio", alvo: id, venceEm: now }]);
}

/** A pending e-mail, with the name and UF of its conta. */
export type PendingOutgoingEmail = {
  modelo: string;
  para: string;
  dados: unknown;
  criadoEm: Date;
  identificador: string;
  uf: string;
};

/** A pending e-mail; null when it does not exist, or was sent or given up. */
export async function findPendingOutgoingEmail(
  db: Db,
  contaId: string,
  envioId: string,
): Promise<PendingOutgoingEmail | null> {
  const rows = await db.query<PendingOutgoingEmail>(
    `SELECT e.modelo, e.para, e.dados, e.criado_em AS "criadoEm", c.identificador, c.uf
     FROM envio e JOIN conta c ON c.id = e.conta_id WHERE e.conta_id = $1 AND e.id = $2 AND e.estado = 'pendente'`,
    [contaId, envioId],
  );
  return rows[0] ?? null;
}

/** The end of an e-mail. falha: null = the mail server accepted it. */
export type OutgoingEmailEnd = { envioId: string; falha: string | null; now: Date };

/** Closes a pending e-mail and deletes its token; a closed one stays unchanged. */
export async function closeOutgoingEmail(db: Db, contaId: string, end: OutgoingEmailEnd): Promise<void> {
  await db.execute(
    `UPDATE envio SET estado = CASE WHEN $3::text IS NULL THEN 'enviado' ELSE 'falhou' END, falha = $3,
       enviado_em = CASE WHEN $3::text IS NULL THEN $4::timestamptz END, dados = dados - 'tokenSelado'
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, end.envioId, end.falha, end.now],
  );
}

/**
 * Anonymizes the e-mails about a deleted user: pending ones are not sent, and all lose recipient and data.
 */
export async function anonymizeOutgoingEmails(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db.execute(
    `UPDATE envio SET dados = '{}', para = '', estado = CASE estado WHEN 'pendente' THEN 'falhou' ELSE estado END,
       falha = CASE estado WHEN 'pendente' THEN 'usuário excluído' ELSE falha END
     WHERE conta_id = $1 AND dados->>'usuarioId' = $2`,
    [contaId, usuarioId],
  );
}
