import type { Sql } from "../../db/index.ts";
import type { ProvaRow } from "./empresa.rows.ts";

/**
 * What the branches of one company have in common, as raizCnpj says it: a CPF is whole, so that no
 * e-CPF proves a company.
 */
function writeRaiz(coluna: string): string {
  return `CASE length(${coluna}) WHEN 14 THEN left(${coluna}, 8) ELSE ${coluna} END`;
}

/** A company that a proof was found for. */
export type Provada = { id: string; nome: string; cnpj: string; detalhe: string | null };

/** Proves each company that is not, whose CNPJ root a stored certificate has that is valid now and leads to a known root. */
export async function proveDeCertificados(sql: Sql, contaId: string, agora: Date): Promise<Provada[]> {
  return await sql.query<Provada>(
    // A company that another transaction holds is passed over: two certificates of one root would wait for each other.
    `WITH livres AS (SELECT id FROM empresa WHERE conta_id = $1 AND provada_por IS NULL ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE empresa e SET provada_por = 'certificado', provada_em = $2, provada_detalhe = k.titular
     FROM (SELECT DISTINCT ON (${writeRaiz("cnpj")}) ${writeRaiz("cnpj")} AS raiz, titular FROM certificado
       WHERE conta_id = $1 AND cadeia = 'verificada' AND cnpj IS NOT NULL AND valido_de <= $2 AND valido_ate > $2
       ORDER BY ${writeRaiz("cnpj")}, valido_ate DESC) k
     WHERE e.conta_id = $1 AND e.id IN (SELECT id FROM livres) AND ${writeRaiz("e.cnpj")} = k.raiz
     RETURNING e.id, e.nome, e.cnpj, e.provada_detalhe AS detalhe`,
    [contaId, agora],
  );
}

/** A proof of one company. */
export type NovaProva = { cnpj: string; por: ProvaRow["por"]; detalhe: string | null; agora: Date };

/** Proves a company that is not yet.   @returns null when there is none of that CNPJ, or it is proved */
export async function saveProva(
  sql: Sql,
  contaId: string,
  { cnpj, por, detalhe, agora }: NovaProva,
): Promise<Provada | null> {
  const [row] = await sql.query<Provada>(
    `UPDATE empresa SET provada_por = $3, provada_em = $5, provada_detalhe = $4
     WHERE conta_id = $1 AND cnpj = $2 AND provada_por IS NULL RETURNING id, nome, cnpj, provada_detalhe AS detalhe`,
    [contaId, cnpj, por, detalhe, agora],
  );
  return row ?? null;
}

/** Takes the proof of a company back.   @returns null when there is none of that CNPJ, or it was not proved */
export async function dropProva(sql: Sql, contaId: string, cnpj: string): Promise<Provada | null> {
  const [row] = await sql.query<Provada>(
    `UPDATE empresa SET provada_por = NULL, provada_em = NULL, provada_detalhe = NULL
     WHERE conta_id = $1 AND cnpj = $2 AND provada_por IS NOT NULL RETURNING id, nome, cnpj, NULL AS detalhe`,
    [contaId, cnpj],
  );
  return row ?? null;
}

/** Says whether the conta has a company of that CNPJ. */
export async function hasEmpresaDeCnpj(sql: Sql, contaId: string, cnpj: string): Promise<boolean> {
  const rows = await sql.query("SELECT FROM empresa WHERE conta_id = $1 AND cnpj = $2", [contaId, cnpj]);
  return rows.length > 0;
}

/** By which mailbox an e-mail came, to a conta with proved domains and companies that are not proved. */
export type CaixaDoEmail = { usuario: string; dominios: string[]; cnpjs: string[]; porProvar: string[] };

/** The mailbox of an e-mail, where it may prove a company; null for an upload, and where nothing is left to prove. */
export async function findCaixaDoEmail(
  sql: Sql,
  contaId: string,
  emailId: string,
): Promise<CaixaDoEmail | null> {
  const [row] = await sql.query<CaixaDoEmail>(
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
