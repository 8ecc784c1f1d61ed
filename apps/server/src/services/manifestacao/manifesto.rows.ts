import type { FalhaManifestacao } from "@malote/contract";
import type { EventoDetail, OwnTpEvento } from "@malote/sefaz";
import type { Sql } from "../../db/index.ts";
import { writeRegistrado } from "../evento/fato.rows.ts";
import { CIENCIA, type Manifestada, type Registrada, TIPOS_EVENTO } from "./manifestacao.rules.ts";
import { writeStatus } from "./manifestacao-marca.rows.ts";

/** A manifestação that waits to be sent, and in whose name. */
export type Pendente = {
  id: string;
  chave: string;
  /** Null of an evento that is no manifestação. */
  status: Manifestada | null;
  tpEvento: OwnTpEvento;
  /** What such an evento says besides its kind. */
  dizeres: EventoDetail | null;
  nSeq: number;
  justificativa: string | null;
  /** Full name of who asked; null = the empresa's automatic ciência. */
  quem: string | null;
  autorizadaEm: Date;
  /** What SEFAZ said the last time it was heard; null when it was not. */
  cStat: string | null;
  /** The evento as it was signed; null when it was not yet. */
  eventoGzip: Buffer | null;
  empresaId: string;
  cnpj: string;
  uf: string;
  sandbox: boolean;
  /** Whether the empresa speaks to SEFAZ at all, and whether it wants the ciência said by itself. */
  ativa: boolean;
  cienciaAutomatica: boolean;
  /** The company's received view of the document; null where none came yet. */
  notaId: string | null;
  /** The issuer has no IE; null when that was never read. */
  emitenteSemIe: boolean | null;
};

/** SQL: the number of the evento that a row m asks for. */
const TP_EVENTO = `coalesce(m.tp_evento, CASE m.status ${Object.entries(TIPOS_EVENTO)
  .map(([status, tp]) => `WHEN ${status} THEN '${tp}'`)
  .join(" ")} END)`;

/** One that waits; null when there is none, or it ended before. */
export async function findPendente(sql: Sql, contaId: string, id: string): Promise<Pendente | null> {
  const rows = await sql.query<Pendente>(
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

type Visto = Pick<Pendente, "chave" | "cnpj">;

/** Whether a conclusive manifestação of a document is registered, which leaves no room for a ciência, or under way, which may leave none. */
export async function findConclusiva(
  sql: Sql,
  contaId: string,
  { chave, cnpj }: Visto,
): Promise<"registrada" | "pendente" | null> {
  const conclusivas = Object.values(TIPOS_EVENTO).filter((tipo) => tipo !== TIPOS_EVENTO[CIENCIA]);
  const rows = await sql.query<{ estado: "registrada" | "pendente" }>(
    `SELECT estado FROM manifestacao WHERE conta_id = $1 AND chave = $2 AND status <> ${CIENCIA} AND estado IN ('pendente', 'registrada')
     UNION ALL SELECT 'registrada' FROM evento e WHERE e.conta_id = $1 AND e.chave = $2 AND e.tp_evento = ANY ($3) AND left(e.autor, 8) = left($4, 8)
       AND ${writeRegistrado("e")} ORDER BY estado DESC LIMIT 1`,
    [contaId, chave, conclusivas, cnpj],
  );
  return rows[0]?.estado ?? null;
}

/** An evento by which the company spoke of a document and which SEFAZ registered. xmlGzip: null where its bytes never came. */
export type Dita = Omit<Registrada, "status"> & {
  status: Manifestada | null;
  protocolo: string | null;
  xmlGzip: Buffer | null;
};

/**
 * All of a kind that a company, by any of its branches, had registered of a document; the
 * manifestações are one kind.
 */
export async function findDitas(
  sql: Sql,
  contaId: string,
  { chave, cnpj, status, tpEvento }: Visto & Pick<Pendente, "status" | "tpEvento">,
): Promise<Dita[]> {
  const tipos = status === null ? [tpEvento] : Object.values(TIPOS_EVENTO);
  return await sql.query<Dita>(
    `SELECT ${writeStatus("e")} AS status, e.n_seq AS "nSeq", e.protocolo_data AS em, e.protocolo, x.xml_gzip AS "xmlGzip"
     FROM evento e LEFT JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE e.conta_id = $1 AND e.chave = $2 AND e.tp_evento = ANY ($3) AND left(e.autor, 8) = left($4, 8) AND ${writeRegistrado("e")}
     ORDER BY e.origem = 'sefaz' DESC`,
    [contaId, chave, tipos, cnpj],
  );
}

/** Gives one that waits another number: it is signed anew. */
export async function saveNumero(
  sql: Sql,
  contaId: string,
  { id, nSeq }: { id: string; nSeq: number },
): Promise<void> {
  await sql.execute(
    `UPDATE manifestacao SET n_seq = $3, evento_gzip = NULL, cstat = NULL, x_motivo = NULL, falha = NULL
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id, nSeq],
  );
}

/**
 * Keeps the evento as it was signed; the first one that is kept stays.
 * @returns the one that is kept; null when it no longer waits
 */
export async function saveAssinado(
  sql: Sql,
  contaId: string,
  { id, eventoGzip }: { id: string; eventoGzip: Buffer },
): Promise<Buffer | null> {
  const rows = await sql.query<{ eventoGzip: Buffer }>(
    `UPDATE manifestacao SET evento_gzip = coalesce(evento_gzip, $3) WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'
     RETURNING evento_gzip AS "eventoGzip"`,
    [contaId, id, eventoGzip],
  );
  return rows[0]?.eventoGzip ?? null;
}

/** What came of an attempt that did not end it. */
export type Tentativa = {
  id: string;
  cStat: string | null;
  xMotivo: string | null;
  falha: FalhaManifestacao | null;
};

/** Remembers an attempt after which it still waits. */
export async function saveTentativa(
  sql: Sql,
  contaId: string,
  { id, cStat, xMotivo, falha }: Tentativa,
): Promise<void> {
  await sql.execute(
    `UPDATE manifestacao SET cstat = coalesce($3, cstat), x_motivo = coalesce($4, x_motivo), falha = $5
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id, cStat, xMotivo, falha],
  );
}

/** How one ended. */
export type FimManifestacao = {
  id: string;
  estado: "registrada" | "recusada" | "falhou";
  cStat?: string | null;
  xMotivo?: string | null;
  falha?: FalhaManifestacao | null;
  protocolo?: string | null;
  registradaEm?: Date | null;
  agora: Date;
};

/** Ends one that waits; one that ended before stays as it is. */
export async function closeManifestacao(sql: Sql, contaId: string, fim: FimManifestacao): Promise<void> {
  await sql.execute(
    `UPDATE manifestacao SET estado = $3, cstat = coalesce($4, cstat), x_motivo = coalesce($5, x_motivo), falha = $6, protocolo = $7,
       registrada_em = $8, terminada_em = $9
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [
      contaId,
      fim.id,
      fim.estado,
      fim.cStat ?? null,
      fim.xMotivo ?? null,
      fim.falha ?? null,
      fim.protocolo ?? null,
      fim.registradaEm ?? null,
      fim.agora,
    ],
  );
}

/** What is remembered of the last attempt of one that waits. */
export async function findUltima(
  sql: Sql,
  contaId: string,
  id: string,
): Promise<{ chave: string; cStat: string | null; falha: FalhaManifestacao | null } | null> {
  const rows = await sql.query<{ chave: string; cStat: string | null; falha: FalhaManifestacao | null }>(
    `SELECT chave, cstat AS "cStat", falha FROM manifestacao WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
