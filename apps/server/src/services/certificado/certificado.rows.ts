import type { Db } from "../../db/index.ts";
import type { CertificadoRow } from "./certificado.rules.ts";

/** A stored certificate, encrypted: JSON `{pfx: base64, senha}` in the secret box. */
export type SealedCertificado = { id: string; empresaId: string; selado: Buffer };

/** The currently valid certificate of the first of these empresas that has one. */
export async function findCertificado(
  db: Db,
  contaId: string,
  { empresaIds, now }: { empresaIds: readonly string[]; now: Date },
): Promise<SealedCertificado | null> {
  const rows = await db.query<SealedCertificado>(
    `SELECT id, empresa_id AS "empresaId", selado FROM certificado
     WHERE conta_id = $1 AND empresa_id = ANY ($2) AND valido_de <= $3 AND valido_ate > $3
     ORDER BY array_position($2::uuid[], empresa_id) LIMIT 1`,
    [contaId, empresaIds, now],
  );
  return rows[0] ?? null;
}

/** A certificate to store; it replaces the empresa's previous one. */
export type NewCertificado = SealedCertificado & Omit<CertificadoRow, "enviadoEm">;

/** Stores the certificate of an empresa. */
export async function saveCertificado(
  db: Db,
  contaId: string,
  { newCertificado, now }: { newCertificado: NewCertificado; now: Date },
): Promise<void> {
  await deleteCertificado(db, contaId, newCertificado.empresaId);
  await db.query(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, emissor, impressao, valido_de, valido_ate, cadeia, enviado_por, criado_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      contaId,
      newCertificado.id,
      newCertificado.empresaId,
      newCertificado.selado,
      newCertificado.titular,
      newCertificado.cnpj,
      newCertificado.emissor,
      newCertificado.impressao,
      newCertificado.validoDe,
      newCertificado.validoAte,
      newCertificado.cadeia,
      newCertificado.enviadoPor,
      now,
    ],
  );
}

/** Deletes the certificate of an empresa, if it has one. */
export async function deleteCertificado(db: Db, contaId: string, empresaId: string): Promise<void> {
  await db.query("DELETE FROM certificado WHERE conta_id = $1 AND empresa_id = $2", [contaId, empresaId]);
}

/**
 * A certificate that expires soon or has expired, with its empresa. avisadoDias: the last warning sent.
 */
export type ExpiringCertificado = {
  id: string;
  empresaId: string;
  nome: string;
  cnpj: string;
  titular: string;
  validoAte: Date;
  avisadoDias: number | null;
};

/**
 * Certificates that expire before an instant; locks their rows, and skips rows that are already locked.
 */
export async function lockExpiring(db: Db, contaId: string, before: Date): Promise<ExpiringCertificado[]> {
  return await db.query<ExpiringCertificado>(
    `SELECT c.id, c.empresa_id AS "empresaId", e.nome, e.cnpj, c.titular, c.valido_ate AS "validoAte", c.avisado_dias AS "avisadoDias"
     FROM certificado c JOIN empresa e ON e.conta_id = c.conta_id AND e.id = c.empresa_id
     WHERE c.conta_id = $1 AND c.valido_ate <= $2 AND c.avisado_dias IS DISTINCT FROM 0
     ORDER BY c.id FOR UPDATE OF c SKIP LOCKED`,
    [contaId, before],
  );
}

/** Stores the last warning sent about a certificate. */
export async function saveWarning(
  db: Db,
  contaId: string,
  { id, days }: { id: string; days: number },
): Promise<void> {
  await db.execute("UPDATE certificado SET avisado_dias = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    days,
  ]);
}

/**
 * Reads a certificate and locks its row until the transaction ends; null when the conta does not have
 * it.
 */
export async function lockCertificado(
  db: Db,
  contaId: string,
  id: string,
): Promise<Omit<ExpiringCertificado, "avisadoDias"> | null> {
  const rows = await db.query<Omit<ExpiringCertificado, "avisadoDias">>(
    `SELECT c.id, c.empresa_id AS "empresaId", e.nome, e.cnpj, c.titular, c.valido_ate AS "validoAte"
     FROM certificado c JOIN empresa e ON e.conta_id = c.conta_id AND e.id = c.empresa_id
     WHERE c.conta_id = $1 AND c.id = $2 FOR UPDATE OF c`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** When the last e-mail about the certificate was queued; null = never. */
export async function findLastWarning(db: Db, contaId: string, id: string): Promise<Date | null> {
  const rows = await db.query<{ em: Date | null }>(
    `SELECT max(criado_em) AS em FROM envio
     WHERE conta_id = $1 AND modelo = 'certificado-vencendo' AND starts_with(ocasiao, 'certificado-vencendo ' || $2 || ' ')`,
    [contaId, id],
  );
  return rows[0]?.em ?? null;
}
