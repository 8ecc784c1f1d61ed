import type { Sql } from "../../db/index.ts";
import type { CertificadoRow } from "./certificado.rules.ts";

/** A stored certificate, still sealed: JSON `{pfx: base64, senha}` under the cofre. */
export type CertificadoSelado = { id: string; empresaId: string; selado: Buffer };

/** The certificate of the first of these empresas that has one which is valid now. */
export async function findCertificado(
  sql: Sql,
  contaId: string,
  { empresaIds, agora }: { empresaIds: readonly string[]; agora: Date },
): Promise<CertificadoSelado | null> {
  const rows = await sql.query<CertificadoSelado>(
    `SELECT id, empresa_id AS "empresaId", selado FROM certificado
     WHERE conta_id = $1 AND empresa_id = ANY ($2) AND valido_de <= $3 AND valido_ate > $3
     ORDER BY array_position($2::uuid[], empresa_id) LIMIT 1`,
    [contaId, empresaIds, agora],
  );
  return rows[0] ?? null;
}

/** A certificate to keep; the one before it, of the same empresa, goes. */
export type NovoCertificado = CertificadoSelado & Omit<CertificadoRow, "enviadoEm">;

/** Keeps the certificate of an empresa. */
export async function saveCertificado(
  sql: Sql,
  contaId: string,
  { novo, agora }: { novo: NovoCertificado; agora: Date },
): Promise<void> {
  await deleteCertificado(sql, contaId, novo.empresaId);
  await sql.query(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, emissor, impressao, valido_de, valido_ate, cadeia, enviado_por, criado_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      contaId,
      novo.id,
      novo.empresaId,
      novo.selado,
      novo.titular,
      novo.cnpj,
      novo.emissor,
      novo.impressao,
      novo.validoDe,
      novo.validoAte,
      novo.cadeia,
      novo.enviadoPor,
      agora,
    ],
  );
}

/** Takes the certificate of an empresa away, if it has one. */
export async function deleteCertificado(sql: Sql, contaId: string, empresaId: string): Promise<void> {
  await sql.query("DELETE FROM certificado WHERE conta_id = $1 AND empresa_id = $2", [contaId, empresaId]);
}
