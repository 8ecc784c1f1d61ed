import type { FileFailure, ImportacaoState } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { closeEmail } from "../email/email-ingest.rows.ts";
import type { Page } from "../list/list.rules.ts";
import type { ImportacaoCounts } from "./importacao.rules.ts";

/** A new import, whose bytes are in the blob store. */
export type NewImportacao = {
  id: string;
  nomeArquivo: string;
  tamanho: number;
  sha256: string;
  usuarioId: string;
  usuario: string;
  now: Date;
};

/** An import. total: null = not known yet; falha: null = none; it may be a key of a later version. */
export type ImportacaoRow = ImportacaoCounts & {
  id: string;
  nomeArquivo: string;
  tamanho: number;
  sha256: string;
  criadoEm: Date;
  usuario: string | null;
  estado: ImportacaoState;
  total: number | null;
  terminadoEm: Date | null;
  falha: string | null;
};

const COLUMNS = `i.id, i.nome_arquivo AS "nomeArquivo", i.tamanho::float8 AS tamanho, i.sha256, i.criado_em AS "criadoEm", i.usuario, i.estado, i.total,
  i.documentos, i.eventos, i.duplicados, i.outros, i.erros, i.terminado_em AS "terminadoEm", i.falha`;

/** Inserts an import and its e-mail without an envelope, whose parts will be the files in it. */
export async function insertImportacao(db: Db, contaId: string, newImportacao: NewImportacao): Promise<void> {
  const { id, nomeArquivo, tamanho, sha256, usuarioId, usuario, now } = newImportacao;
  await db.execute(
    `INSERT INTO email (conta_id, id, importado, assunto, data, recebida_em, tamanho, estado)
     VALUES ($1, $2, true, $3, $4, $4, $5, 'em-leitura')`,
    [contaId, id, nomeArquivo, now, tamanho],
  );
  await db.execute(
    `INSERT INTO importacao (conta_id, id, nome_arquivo, tamanho, sha256, usuario_id, usuario, criado_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [contaId, id, nomeArquivo, tamanho, sha256, usuarioId, usuario, now],
  );
}

/** A page of imports, newest first. */
export async function findImportacoes(
  db: Db,
  contaId: string,
  { limit, offset }: Page,
): Promise<ImportacaoRow[]> {
  return await db.query<ImportacaoRow>(
    `SELECT ${COLUMNS} FROM importacao i WHERE i.conta_id = $1 ORDER BY i.criado_em DESC, i.id DESC LIMIT $2 OFFSET $3`,
    [contaId, limit, offset],
  );
}

export async function countImportacoes(db: Db, contaId: string): Promise<number> {
  const rows = await db.query<{ n: number }>("SELECT count(*) AS n FROM importacao WHERE conta_id = $1", [
    contaId,
  ]);
  return rows[0]?.n ?? 0;
}

/** Counts imports that wait or are being read. */
export async function countOpen(db: Db, contaId: string): Promise<number> {
  const rows = await db.query<{ n: number }>(
    "SELECT count(*) AS n FROM importacao WHERE conta_id = $1 AND estado IN ('pendente', 'em-andamento')",
    [contaId],
  );
  return rows[0]?.n ?? 0;
}

/** @param donoId only an import of this user or token; null = of any */
export async function findImportacao(
  db: Db,
  contaId: string,
  id: string,
  donoId: string | null = null,
): Promise<ImportacaoRow | null> {
  const rows = await db.query<ImportacaoRow>(
    `SELECT ${COLUMNS} FROM importacao i WHERE i.conta_id = $1 AND i.id = $2 AND ($3::uuid IS NULL OR i.usuario_id = $3)`,
    [contaId, id, donoId],
  );
  return rows[0] ?? null;
}

/** Where a job starts. depois: position of the last part that has an outcome; empty = none has. */
export type ResumePoint = { sha256: string; nomeArquivo: string; total: number | null; depois: number[] };

/**
 * Starts or resumes an import: its parts get their outcome in order, so the last one marks the
 * position.
 * @returns null when it is deleted or has ended
 */
export async function beginImportacao(db: Db, contaId: string, id: string): Promise<ResumePoint | null> {
  const rows = await db.query<Omit<ResumePoint, "depois">>(
    `UPDATE importacao SET estado = 'em-andamento' WHERE conta_id = $1 AND id = $2 AND estado IN ('pendente', 'em-andamento')
     RETURNING sha256, nome_arquivo AS "nomeArquivo", total`,
    [contaId, id],
  );
  const begun = rows[0];
  if (begun === undefined) return null;
  const last = await db.query<{ lugar: number[] }>(
    `SELECT string_to_array(caminho, '/')::integer[] AS lugar FROM anexo WHERE conta_id = $1 AND email_id = $2 ORDER BY 1 DESC LIMIT 1`,
    [contaId, id],
  );
  return { ...begun, depois: last[0]?.lugar ?? [] };
}

// An opened package is not counted as a file, only the files in it.
const COUNTS = `SELECT count(*) FILTER (WHERE destino = 'nota') AS documentos, count(*) FILTER (WHERE destino = 'evento') AS eventos,
  count(*) FILTER (WHERE destino = 'duplicada') AS duplicados, count(*) FILTER (WHERE destino IN ('outro-dfe', 'nao-dfe')) AS outros,
  count(*) FILTER (WHERE destino IN ('erro', 'quarentena')) AS erros
  FROM anexo WHERE conta_id = $1 AND email_id = $2`;

/** Stores the progress by the outcomes so far. total: files in the import, as far as known. */
export async function saveProgress(
  db: Db,
  contaId: string,
  { id, total }: { id: string; total: number },
): Promise<void> {
  await db.execute(
    `UPDATE importacao i SET documentos = l.documentos, eventos = l.eventos, duplicados = l.duplicados, outros = l.outros, erros = l.erros,
       total = greatest($3::integer, l.documentos + l.eventos + l.duplicados + l.outros + l.erros)
     FROM (${COUNTS}) l WHERE i.conta_id = $1 AND i.id = $2 AND i.estado = 'em-andamento'`,
    [contaId, id, total],
  );
}

/** The end of an import. falha: the reason of a failure, or a remark; null = none. */
export type ImportacaoEnd = {
  id: string;
  estado: "concluido" | "falhou";
  falha: FileFailure | null;
  now: Date;
};

/** Ends an import once, with the final counts. Documents read so far are kept in any case. */
export async function endImportacao(db: Db, contaId: string, end: ImportacaoEnd): Promise<void> {
  const { id, estado, falha, now } = end;
  const motivo = estado === "falhou" ? { motivo: "leitura-falhou" as const } : {};
  await closeEmail(db, contaId, { emailId: id, ...motivo });
  await db.execute(
    `UPDATE importacao i SET documentos = l.documentos, eventos = l.eventos, duplicados = l.duplicados, outros = l.outros, erros = l.erros,
       total = l.documentos + l.eventos + l.duplicados + l.outros + l.erros, estado = $3, falha = $4, terminado_em = $5
     FROM (${COUNTS}) l WHERE i.conta_id = $1 AND i.id = $2 AND i.estado IN ('pendente', 'em-andamento')`,
    [contaId, id, estado, falha, now],
  );
}

/** Returns 1 when any part became a stored document or already was one, otherwise 0. */
export async function countStored(db: Db, contaId: string, id: string): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT FROM anexo WHERE conta_id = $1 AND email_id = $2
       AND destino IN ('nota', 'evento', 'duplicada', 'outro-dfe', 'quarentena') LIMIT 1) t`,
    [contaId, id],
  );
  return rows[0]?.n ?? 0;
}
