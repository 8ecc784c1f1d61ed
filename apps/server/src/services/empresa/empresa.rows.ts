import type { PROVAS_EMPRESA } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import type { CertificadoRow } from "../certificado/certificado.rules.ts";
import type { Empresa } from "./empresa.rules.ts";

export type EmpresaRow = Empresa & {
  id: string;
  certificado: CertificadoRow | null;
  prova: ProvaRow | null;
  temLogo: boolean;
  /** Documents that count in the totals; one in quarantine alone counts as one. */
  documentos: number;
};

/** How a company was proved to be the conta's. */
export type ProvaRow = { por: (typeof PROVAS_EMPRESA)[number]; provadaEm: Date; detalhe: string | null };

const COLUNAS = `e.nome, e.cnpj, e.uf, e.ativar_auditor AS "ativarAuditor", e.ativar_manifestacao AS "ativarManifestacao",
  e.ciencia_automatica AS "cienciaAutomatica", e.feed_sefaz AS "feedSefaz", e.download_publico AS "downloadPublico"`;

/** The conta's companies, or one of them, each with its certificate. */
export async function findEmpresas(sql: Sql, contaId: string, id?: string): Promise<EmpresaRow[]> {
  // Documents are counted by their totals, a row for each day: notas may be millions.
  const rows = await sql.query<
    Omit<EmpresaRow, "certificado" | "prova"> & Provada & { certificado: CertificadoText | null }
  >(
    `SELECT e.id, ${COLUNAS}, e.provada_por AS "provadaPor", e.provada_em AS "provadaEm", e.provada_detalhe AS "provadaDetalhe", e.logo IS NOT NULL AS "temLogo", coalesce(d.quantidade, 0)::int AS documentos,
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

/** A proof as it is stored. */
type Provada = {
  provadaPor: ProvaRow["por"] | null;
  provadaEm: Date | null;
  provadaDetalhe: string | null;
};

/** A certificate as JSON carries it. */
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

/** A company as it is stored, held until the transaction ends. */
export async function lockEmpresa(sql: Sql, contaId: string, id: string): Promise<Empresa | null> {
  // Not FOR UPDATE: whoever places a nota holds its empresa by the foreign key, and may wait for what is locked after this.
  const rows = await sql.query<Empresa>(
    `SELECT ${COLUNAS} FROM empresa e WHERE e.conta_id = $1 AND e.id = $2 FOR NO KEY UPDATE`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** The CNPJ of a company; null when there is none. @param lock holds it as it is until the transaction ends */
export async function findEmpresaCnpj(
  sql: Sql,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<string | null> {
  const rows = await sql.query<{ cnpj: string }>(
    `SELECT cnpj FROM empresa WHERE conta_id = $1 AND id = $2${lock ? " FOR NO KEY UPDATE" : ""}`,
    [contaId, id],
  );
  return rows[0]?.cnpj ?? null;
}

/** Whether another company of the conta has the CNPJ. */
export async function hasOutraEmpresa(
  sql: Sql,
  contaId: string,
  { id, cnpj }: { id: string; cnpj: string },
): Promise<boolean> {
  const rows = await sql.query("SELECT 1 FROM empresa WHERE conta_id = $1 AND cnpj = $3 AND id <> $2", [
    contaId,
    id,
    cnpj,
  ]);
  return rows.length > 0;
}

/** Whether anything that must be kept is the company's: a document, in quarantine or not, what it told SEFAZ or SEFAZ told it. */
export async function hasDocumentos(sql: Sql, contaId: string, id: string): Promise<boolean> {
  // The totals first: they answer at once for whoever has documents; of the others nota_empresa_idx tells.
  const rows = await sql.query<{ tem: boolean }>(
    `SELECT EXISTS (SELECT FROM rollup_dia WHERE conta_id = $1 AND empresa_id = $2 AND quantidade > 0)
       OR EXISTS (SELECT FROM manifestacao WHERE conta_id = $1 AND empresa_id = $2)
       OR EXISTS (SELECT FROM auditor WHERE conta_id = $1 AND empresa_id = $2)
       OR EXISTS (SELECT FROM nota WHERE conta_id = $1 AND empresa_id = $2) AS tem`,
    [contaId, id],
  );
  return rows[0]?.tem ?? false;
}

/** Makes a company, or changes it; one that gets another CNPJ is not proved any more. */
export async function saveEmpresa(
  sql: Sql,
  contaId: string,
  empresa: Empresa & { id: string; agora: Date },
): Promise<void> {
  await sql.execute(
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
      empresa.agora,
      empresa.downloadPublico,
    ],
  );
}

/** Takes a company away, whose certificate and walks have gone before it. */
export async function deleteEmpresa(sql: Sql, contaId: string, id: string): Promise<void> {
  await sql.execute("DELETE FROM empresa WHERE conta_id = $1 AND id = $2", [contaId, id]);
}
