import type { ManifestacaoFailure } from "@malote/contract";
import type { EventoDetail, OwnTpEvento } from "@malote/sefaz";
import type { Db } from "../../db/index.ts";
import { writeRegistered } from "../evento/fact.rows.ts";
import {
  CIENCIA,
  EVENTO_TYPES,
  type ManifestacaoStatus,
  type RegisteredManifestacao,
} from "../manifestacao/manifestacao.rules.ts";
import { writeStatus } from "../manifestacao/manifestacao-status.rows.ts";

/** A manifestação that is waiting to be sent, with its empresa. */
export type PendingManifestacao = {
  id: string;
  chave: string;
  /** Null for an evento that is no manifestação. */
  status: ManifestacaoStatus | null;
  tpEvento: OwnTpEvento;
  /** Content of such an evento besides its type. */
  dizeres: EventoDetail | null;
  nSeq: number;
  justificativa: string | null;
  /** Full name of the requester; null = the empresa's automatic ciência. */
  quem: string | null;
  autorizadaEm: Date;
  /** SEFAZ's last answer; null if there was none. */
  cStat: string | null;
  /** The signed evento; null if it is not signed yet. */
  eventoGzip: Buffer | null;
  empresaId: string;
  cnpj: string;
  uf: string;
  sandbox: boolean;
  /** Whether the empresa sends manifestações at all, and whether it sends the ciência automatically. */
  ativa: boolean;
  cienciaAutomatica: boolean;
  /** The company's received view of the document; null if none arrived yet. */
  notaId: string | null;
  /** The emitente has no IE; null if it was never read. */
  emitenteSemIe: boolean | null;
};

/** SQL: the tpEvento that a row m requests. */
const TP_EVENTO = `coalesce(m.tp_evento, CASE m.status ${Object.entries(EVENTO_TYPES)
  .map(([status, tp]) => `WHEN ${status} THEN '${tp}'`)
  .join(" ")} END)`;

/** A pending request; null if it does not exist, or is finished. */
export async function findPendingManifestacao(
  db: Db,
  contaId: string,
  id: string,
): Promise<PendingManifestacao | null> {
  const rows = await db.query<PendingManifestacao>(
    `SELECT m.id, m.chave, m.status, ${TP_EVENTO} AS "tpEvento", m.dizeres, m.n_seq AS "nSeq", m.justificativa, m.usuario AS quem, m.autorizada_em AS "autorizadaEm", m.cstat AS "cStat",
       m.evento_gzip AS "eventoGzip", e.id AS "empresaId", e.cnpj, coalesce(e.uf, c.uf) AS uf, c.sandbox,
       e.ativar_manifestacao AS ativa, e.ciencia_automatica AS "cienciaAutomatica",
       (SELECT n.id FROM nota n WHERE n.conta_id = m.conta_id AND n.chave = m.chave AND n.papel = 'E') AS "notaId",
       (SELECT bool_or(n.emitente_sem_ie) FROM nota n WHERE n.conta_id = m.conta_id AND n.chave = m.chave) AS "emitenteSemIe"
     FROM manifestacao m JOIN empresa e ON e.conta_id = m.conta_id AND e.id = m.empresa_id JOIN conta c ON c.id = m.conta_id
     WHERE m.conta_id = $1 AND m.id = $2 AND m.estado = 'pendente'`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

type CompanyDocument = Pick<PendingManifestacao, "chave" | "cnpj">;

/** State of a conclusive manifestação of a document: registered, it excludes a ciência; pending, it may. */
export async function findConclusive(
  db: Db,
  contaId: string,
  { chave, cnpj }: CompanyDocument,
): Promise<"registrada" | "pendente" | null> {
  const conclusive = Object.values(EVENTO_TYPES).filter((tipo) => tipo !== EVENTO_TYPES[CIENCIA]);
  const rows = await db.query<{ estado: "registrada" | "pendente" }>(
    `SELECT estado FROM manifestacao WHERE conta_id = $1 AND chave = $2 AND status <> ${CIENCIA} AND estado IN ('pendente', 'registrada')
     UNION ALL SELECT 'registrada' FROM evento e WHERE e.conta_id = $1 AND e.chave = $2 AND e.tp_evento = ANY ($3) AND left(e.autor, 8) = left($4, 8)
       AND ${writeRegistered("e")} ORDER BY estado DESC LIMIT 1`,
    [contaId, chave, conclusive, cnpj],
  );
  return rows[0]?.estado ?? null;
}

/** A registered evento of the company about a document. xmlGzip: null if its bytes were never received. */
export type CompanyEvento = Omit<RegisteredManifestacao, "status"> & {
  status: ManifestacaoStatus | null;
  protocolo: string | null;
  xmlGzip: Buffer | null;
};

/** All registered eventos of a type that a company, by any branch, sent about a document; all manifestações
 * count as one type. */
export async function findCompanyEventos(
  db: Db,
  contaId: string,
  { chave, cnpj, status, tpEvento }: CompanyDocument & Pick<PendingManifestacao, "status" | "tpEvento">,
): Promise<CompanyEvento[]> {
  const types = status === null ? [tpEvento] : Object.values(EVENTO_TYPES);
  return await db.query<CompanyEvento>(
    `SELECT ${writeStatus("e")} AS status, e.n_seq AS "nSeq", e.protocolo_data AS em, e.protocolo, x.xml_gzip AS "xmlGzip"
     FROM evento e LEFT JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE e.conta_id = $1 AND e.chave = $2 AND e.tp_evento = ANY ($3) AND left(e.autor, 8) = left($4, 8) AND ${writeRegistered("e")}
     ORDER BY e.origem = 'sefaz' DESC`,
    [contaId, chave, types, cnpj],
  );
}

/** Gives a pending request another number, so that it is signed again. */
export async function saveNumber(
  db: Db,
  contaId: string,
  { id, nSeq }: { id: string; nSeq: number },
): Promise<void> {
  await db.execute(
    `UPDATE manifestacao SET n_seq = $3, evento_gzip = NULL, cstat = NULL, x_motivo = NULL, falha = NULL
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id, nSeq],
  );
}

/**
 * Stores the signed evento, unless one is stored already.
 * @returns the stored one; null if the request is no longer pending
 */
export async function saveSigned(
  db: Db,
  contaId: string,
  { id, eventoGzip }: { id: string; eventoGzip: Buffer },
): Promise<Buffer | null> {
  const rows = await db.query<{ eventoGzip: Buffer }>(
    `UPDATE manifestacao SET evento_gzip = coalesce(evento_gzip, $3) WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'
     RETURNING evento_gzip AS "eventoGzip"`,
    [contaId, id, eventoGzip],
  );
  return rows[0]?.eventoGzip ?? null;
}

/** Result of an attempt after which the request is still pending. */
export type Attempt = {
  id: string;
  cStat: string | null;
  xMotivo: string | null;
  falha: ManifestacaoFailure | null;
};

/** Records an attempt after which the request is still pending. */
export async function saveAttempt(
  db: Db,
  contaId: string,
  { id, cStat, xMotivo, falha }: Attempt,
): Promise<void> {
  await db.execute(
    `UPDATE manifestacao SET cstat = coalesce($3, cstat), x_motivo = coalesce($4, x_motivo), falha = $5
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id, cStat, xMotivo, falha],
  );
}

/** Final state of a request. */
export type ManifestacaoEnd = {
  id: string;
  estado: "registrada" | "recusada" | "falhou";
  cStat?: string | null;
  xMotivo?: string | null;
  falha?: ManifestacaoFailure | null;
  protocolo?: string | null;
  registradaEm?: Date | null;
  now: Date;
};

/** Finishes a pending request; a finished one does not change. */
export async function closeManifestacao(db: Db, contaId: string, end: ManifestacaoEnd): Promise<void> {
  await db.execute(
    `UPDATE manifestacao SET estado = $3, cstat = coalesce($4, cstat), x_motivo = coalesce($5, x_motivo), falha = $6, protocolo = $7,
       registrada_em = $8, terminada_em = $9
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [
      contaId,
      end.id,
      end.estado,
      end.cStat ?? null,
      end.xMotivo ?? null,
      end.falha ?? null,
      end.protocolo ?? null,
      end.registradaEm ?? null,
      end.now,
    ],
  );
}

/** The last attempt of a pending request. */
export async function findLastAttempt(
  db: Db,
  contaId: string,
  id: string,
): Promise<{ chave: string; cStat: string | null; falha: ManifestacaoFailure | null } | null> {
  const rows = await db.query<{ chave: string; cStat: string | null; falha: ManifestacaoFailure | null }>(
    `SELECT chave, cstat AS "cStat", falha FROM manifestacao WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
