import type { Db } from "../../db/index.ts";

/** A mailbox from which a raw message may come. usuario: its sign-in name, mostly its address. */
export type CandidateCaixa = { id: string; usuario: string };

/** A raw message whose row is missing. caixaId: null when its mailbox is unknown. */
export type RereadEmail = {
  id: string;
  caixaId: string | null;
  sha256: string;
  tamanho: number;
  recebidaEm: Date;
};

/** The identificador of the conta; null when the database does not have it. */
export async function findIdentificador(db: Db, contaId: string): Promise<string | null> {
  const rows = await db.query<{ identificador: string }>("SELECT identificador FROM conta WHERE id = $1", [
    contaId,
  ]);
  return rows[0]?.identificador ?? null;
}

export async function findCandidateCaixas(db: Db, contaId: string): Promise<CandidateCaixa[]> {
  return await db.query<CandidateCaixa>(
    "SELECT id, usuario FROM caixa_email WHERE conta_id = $1 AND apagada_em IS NULL ORDER BY id",
    [contaId],
  );
}

/**
 * Inserts the rows of raw messages again; an existing row stays unchanged. @returns ids of the e-mails
 * to read
 */
export async function insertReread(
  db: Db,
  contaId: string,
  emails: readonly RereadEmail[],
): Promise<string[]> {
  const inserted = await db.query<{ id: string }>(
    `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
     SELECT $1, e.id, e.caixa_id, e.sha256, e.recebida_em, e.recebida_em, e.tamanho, 'em-leitura'
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::integer[]) AS e (id, caixa_id, sha256, recebida_em, tamanho)
     ORDER BY e.sha256 ON CONFLICT (conta_id, sha256) DO NOTHING RETURNING id`,
    [
      contaId,
      emails.map(({ id }) => id),
      emails.map(({ caixaId }) => caixaId),
      emails.map(({ sha256 }) => sha256),
      emails.map(({ recebidaEm }) => recebidaEm),
      emails.map(({ tamanho }) => tamanho),
    ],
  );
  return inserted.map(({ id }) => id);
}
