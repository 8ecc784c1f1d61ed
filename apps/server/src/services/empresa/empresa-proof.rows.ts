import type { Db } from "../../db/index.ts";
import type { EmpresaProof } from "./empresa.rows.ts";

/**
 * SQL for the CNPJ root that a company's branches share, like cnpjRoot.
 * A CPF is kept whole, so that an e-CPF proves no company.
 */
function writeRoot(column: string): string {
  return `CASE length(${column}) WHEN 14 THEN left(${column}, 8) ELSE ${column} END`;
}

/** An empresa whose proof was stored or removed. */
export type ProvedEmpresa = { id: string; nome: string; cnpj: string; detalhe: string | null };

/**
 * Proves every unproved empresa whose CNPJ root is on a stored certificate, valid now and with a
 * verified chain.
 */
export async function proveFromCertificados(db: Db, contaId: string, now: Date): Promise<ProvedEmpresa[]> {
  return await db.query<ProvedEmpresa>(
    // Skips an empresa locked by another transaction: two certificates of one root would deadlock.
    `WITH livres AS (SELECT id FROM empresa WHERE conta_id = $1 AND provada_por IS NULL ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE empresa e SET provada_por = 'certificado', provada_em = $2, provada_detalhe = k.titular
     FROM (SELECT DISTINCT ON (${writeRoot("cnpj")}) ${writeRoot("cnpj")} AS raiz, titular FROM certificado
       WHERE conta_id = $1 AND cadeia = 'verificada' AND cnpj IS NOT NULL AND valido_de <= $2 AND valido_ate > $2
       ORDER BY ${writeRoot("cnpj")}, valido_ate DESC) k
     WHERE e.conta_id = $1 AND e.id IN (SELECT id FROM livres) AND ${writeRoot("e.cnpj")} = k.raiz
     RETURNING e.id, e.nome, e.cnpj, e.provada_detalhe AS detalhe`,
    [contaId, now],
  );
}

/** A proof of an empresa. */
export type NewProof = { cnpj: string; por: EmpresaProof["por"]; detalhe: string | null; now: Date };

/** Proves an unproved empresa.   @returns null when the CNPJ is unknown or already proved */
export async function saveProof(
  db: Db,
  contaId: string,
  { cnpj, por, detalhe, now }: NewProof,
): Promise<ProvedEmpresa | null> {
  const [row] = await db.query<ProvedEmpresa>(
    `UPDATE empresa SET provada_por = $3, provada_em = $5, provada_detalhe = $4
     WHERE conta_id = $1 AND cnpj = $2 AND provada_por IS NULL RETURNING id, nome, cnpj, provada_detalhe AS detalhe`,
    [contaId, cnpj, por, detalhe, now],
  );
  return row ?? null;
}

/** Removes the proof of an empresa.   @returns null when the CNPJ is unknown or not proved */
export async function dropProof(db: Db, contaId: string, cnpj: string): Promise<ProvedEmpresa | null> {
  const [row] = await db.query<ProvedEmpresa>(
    `UPDATE empresa SET provada_por = NULL, provada_em = NULL, provada_detalhe = NULL
     WHERE conta_id = $1 AND cnpj = $2 AND provada_por IS NOT NULL RETURNING id, nome, cnpj, NULL AS detalhe`,
    [contaId, cnpj],
  );
  return row ?? null;
}

/** Whether the conta has an empresa with that CNPJ. */
export async function hasEmpresaOfCnpj(db: Db, contaId: string, cnpj: string): Promise<boolean> {
  const rows = await db.query("SELECT FROM empresa WHERE conta_id = $1 AND cnpj = $2", [contaId, cnpj]);
  return rows.length > 0;
}

/** The mailbox of an e-mail, in a conta with proved domains and unproved empresas. */
export type EmailCaixa = { usuario: string; dominios: string[]; cnpjs: string[]; porProvar: string[] };

/**
 * Finds the mailbox of an e-mail that may prove an empresa; null for an import, or if no proof is
 * pending.
 */
export async function findCaixaOfEmail(db: Db, contaId: string, emailId: string): Promise<EmailCaixa | null> {
  const [row] = await db.query<EmailCaixa>(
    `SELECT x.usuario, c.dominios, e.cnpjs, e.por_provar AS "porProvar"
     FROM conta c
       JOIN email m ON m.conta_id = c.id AND m.id = $2 AND NOT m.importado
       JOIN caixa_email x ON x.conta_id = c.id AND x.id = m.caixa_id
       CROSS JOIN LATERAL (SELECT array_agg(cnpj) AS cnpjs, array_agg(cnpj) FILTER (WHERE provada_por IS NULL) AS por_provar
         FROM empresa WHERE conta_id = c.id) e
     WHERE c.id = $1 AND cardinality(c.dominios) > 0 AND e.por_provar IS NOT NULL`,
    [contaId, emailId],
  );
  return row ?? null;
}
