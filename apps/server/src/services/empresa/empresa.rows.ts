import type { EMPRESA_PROOFS } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { CertificadoRow } from "../certificado/certificado.rules.ts";
import type { Empresa } from "./empresa.rules.ts";

export type EmpresaRow = Empresa & {
  id: string;
  certificado: CertificadoRow | null;
  prova: EmpresaProof | null;
  temLogo: boolean;
  /** Notas in the totals; a document that exists only in quarantine counts too. */
  documentos: number;
};

/** How the empresa was proved to belong to the conta. */
export type EmpresaProof = { por: (typeof EMPRESA_PROOFS)[number]; provadaEm: Date; detalhe: string | null };

const COLUMNS = `e.nome, e.cnpj, e.uf, e.ativar_auditor AS "ativarAuditor", e.ativar_manifestacao AS "ativarManifestacao",
  e.ciencia_automatica AS "cienciaAutomatica", e.feed_sefaz AS "feedSefaz", e.download_publico AS "downloadPublico"`;

/** The conta's empresas, or one of them, each with its certificate. */
export async function findEmpresas(db: Db, contaId: string, id?: string): Promise<EmpresaRow[]> {
  // Counts by the daily totals (one row a day): there may be millions of notas.
  const rows = await db.query<
    Omit<EmpresaRow, "certificado" | "prova"> & ProofColumns & { certificado: CertificadoText | null }
  >(
    `SELECT e.id, ${COLUMNS}, e.provada_por AS "provadaPor", e.provada_em AS "provadaEm", e.provada_detalhe AS "provadaDetalhe", e.logo IS NOT NULL AS "temLogo", coalesce(d.quantidade, 0)::int AS documentos,
       CASE WHEN c.id IS NOT NULL THEN json_build_object('titular', c.titular, 'cnpj', c.cnpj, 'emissor', c.emissor, 'impressao', c.impressao,
         'validoDe', c.valido_de, 'validoAte', c.valido_ate, 'cadeia', c.cadeia, 'enviadoEm', c.criado_em, 'enviadoPor', c.enviado_por) END AS certificado
     FROM empresa e
       LEFT JOIN certificado c ON c.conta_id = e.conta_id AND c.empresa_id = e.id
       LEFT JOIN (SELECT empresa_id, sum(quantidade) AS quantidade FROM rollup_dia
         WHERE conta_id = $1 AND ($2::uuid IS NULL OR empresa_id = $2) GROUP BY empresa_id) d ON d.empresa_id = e.id
     WHERE e.conta_id = $1 AND ($2::uuid IS NULL OR e.id = $2)`,
    [contaId, id ?? null],
  );
  return rows.map(({ certificado, provadaPor, provadaEm, provadaDetalhe, ...row }) => ({
    ...row,
    certificado: certificado === null ? null : reviveCertificado(certificado),
    prova: provadaPor && provadaEm && { por: provadaPor, provadaEm, detalhe: provadaDetalhe },
  }));
}

/** A proof as stored in the columns. */
type ProofColumns = {
  provadaPor: EmpresaProof["por"] | null;
  provadaEm: Date | null;
  provadaDetalhe: string | null;
};

/** A certificate as decoded from JSON: its instants are text. */
type CertificadoText = Omit<CertificadoRow, "validoDe" | "validoAte" | "enviadoEm"> & {
  validoDe: string;
  validoAte: string;
  enviadoEm: string;
};

function reviveCertificado({
  validoDe,
  validoAte,
  enviadoEm,
  ...certificado
}: CertificadoText): CertificadoRow {
  return {
    ...certificado,
    validoDe: new Date(validoDe),
    validoAte: new Date(validoAte),
    enviadoEm: new Date(enviadoEm),
  };
}

/** Reads an empresa and locks the row until the transaction ends. */
export async function lockEmpresa(db: Db, contaId: string, id: string): Promise<Empresa | null> {
  // Not FOR UPDATE: an insert of a nota locks its empresa by the foreign key and may wait for a lock
  // taken after this.
  const rows = await db.query<Empresa>(
    `SELECT ${COLUMNS} FROM empresa e WHERE e.conta_id = $1 AND e.id = $2 FOR NO KEY UPDATE`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/**
 * The CNPJ of an empresa; null when it does not exist.
 * @param lock locks the row until the transaction ends
 */
export async function findEmpresaCnpj(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<string | null> {
  const rows = await db.query<{ cnpj: string }>(
    `SELECT cnpj FROM empresa WHERE conta_id = $1 AND id = $2${lock ? " FOR NO KEY UPDATE" : ""}`,
    [contaId, id],
  );
  return rows[0]?.cnpj ?? null;
}

/** Whether another empresa of the conta has the CNPJ. */
export async function hasOtherEmpresa(
  db: Db,
  contaId: string,
  { id, cnpj }: { id: string; cnpj: string },
): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM empresa WHERE conta_id = $1 AND cnpj = $3 AND id <> $2", [
    contaId,
    id,
    cnpj,
  ]);
  return rows.length > 0;
}

/** Whether the empresa has records that must be kept: notas, manifestações or auditor records. */
export async function hasDocumentos(db: Db, contaId: string, id: string): Promise<boolean> {
  // The totals first, because they are fast; nota_empresa_idx finds documents that are only in
  // quarantine.
  const rows = await db.query<{ tem: boolean }>(
    `SELECT EXISTS (SELECT FROM rollup_dia WHERE conta_id = $1 AND empresa_id = $2 AND quantidade > 0)
       OR EXISTS (SELECT FROM manifestacao WHERE conta_id = $1 AND empresa_id = $2)
       OR EXISTS (SELECT FROM auditor WHERE conta_id = $1 AND empresa_id = $2)
       OR EXISTS (SELECT FROM nota WHERE conta_id = $1 AND empresa_id = $2) AS tem`,
    [contaId, id],
  );
  return rows[0]?.tem ?? false;
}

/** Inserts or updates an empresa; a changed CNPJ clears its proof. */
export async function upsertEmpresa(
  db: Db,
  contaId: string,
  empresa: Empresa & { id: string; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO empresa (conta_id, id, nome, cnpj, uf, ativar_auditor, ativar_manifestacao, ciencia_automatica, feed_sefaz, criado_em, alterado_em, download_publico)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     ON CONFLICT (conta_id, id) DO UPDATE SET nome = excluded.nome, cnpj = excluded.cnpj, uf = excluded.uf,
       ativar_auditor = excluded.ativar_auditor, ativar_manifestacao = excluded.ativar_manifestacao,
       ciencia_automatica = excluded.ciencia_automatica, feed_sefaz = excluded.feed_sefaz, alterado_em = excluded.alterado_em,
       download_publico = excluded.download_publico,
       provada_por = CASE WHEN empresa.cnpj = excluded.cnpj THEN empresa.provada_por END,
       provada_em = CASE WHEN empresa.cnpj = excluded.cnpj THEN empresa.provada_em END,
       provada_detalhe = CASE WHEN empresa.cnpj = excluded.cnpj THEN empresa.provada_detalhe END`,
    [
      contaId,
      empresa.id,
      empresa.nome,
      empresa.cnpj,
      empresa.uf,
      empresa.ativarAuditor,
      empresa.ativarManifestacao,
      empresa.cienciaAutomatica,
      empresa.feedSefaz,
      empresa.now,
      empresa.downloadPublico,
    ],
  );
}

/** Deletes an empresa; delete its certificate and its distribuições first. */
export async function deleteEmpresa(db: Db, contaId: string, id: string): Promise<void> {
  await db.execute("DELETE FROM empresa WHERE conta_id = $1 AND id = $2", [contaId, id]);
}
