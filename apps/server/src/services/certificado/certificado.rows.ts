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

/** A certificate that ends soon or has ended, and whose it is. avisadoDias: the last warning that was given. */
export type CertificadoVencendo = {
  id: string;
  empresaId: string;
  nome: string;
  cnpj: string;
  titular: string;
  validoAte: Date;
  avisadoDias: number | null;
};

/** Certificates that end before an instant, each held until the transaction ends; one that is held already is passed over. */
export async function findVencendo(sql: Sql, contaId: string, antes: Date): Promise<CertificadoVencendo[]> {
  return await sql.query<CertificadoVencendo>(
    `SELECT c.id, c.empresa_id AS "empresaId", e.nome, e.cnpj, c.titular, c.valido_ate AS "validoAte", c.avisado_dias AS "avisadoDias"
     FROM certificado c JOIN empresa e ON e.conta_id = c.conta_id AND e.id = c.empresa_id
     WHERE c.conta_id = $1 AND c.valido_ate <= $2 AND c.avisado_dias IS DISTINCT FROM 0
     ORDER BY c.id FOR UPDATE OF c SKIP LOCKED`,
    [contaId, antes],
  );
}

/** Remembers the warning that was given of a certificate. */
export async function saveAviso(
  sql: Sql,
  contaId: string,
  { id, dias }: { id: string; dias: number },
): Promise<void> {
  await sql.execute("UPDATE certificado SET avisado_dias = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    dias,
  ]);
}

/** One certificate, held until the transaction ends; null when the conta has none such. */
export async function lockCertificado(
  sql: Sql,
  contaId: string,
  id: string,
): Promise<Omit<CertificadoVencendo, "avisadoDias"> | null> {
  const rows = await sql.query<Omit<CertificadoVencendo, "avisadoDias">>(
    `SELECT c.id, c.empresa_id AS "empresaId", e.nome, e.cnpj, c.titular, c.valido_ate AS "validoAte"
     FROM certificado c JOIN empresa e ON e.conta_id = c.conta_id AND e.id = c.empresa_id
     WHERE c.conta_id = $1 AND c.id = $2 FOR UPDATE OF c`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** When its conta was last written to about it; null = never. */
export async function findUltimoAvisoDoCertificado(
  sql: Sql,
  contaId: string,
  id: string,
): Promise<Date | null> {
  const rows = await sql.query<{ em: Date | null }>(
    `SELECT max(criado_em) AS em FROM envio
     WHERE conta_id = $1 AND modelo = 'certificado-vencendo' AND starts_with(ocasiao, 'certificado-vencendo ' || $2 || ' ')`,
    [contaId, id],
  );
  return rows[0]?.em ?? null;
}
