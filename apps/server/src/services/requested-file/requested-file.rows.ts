import type { EXPORTACAO_FORMATS } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { RequestedFileState, RequestedFileType } from "./requested-file.rules.ts";

/** A requested file. `pedido`: the request as stored; `data`: its time. */
export type RequestedFileRow = {
  id: string;
  tipo: RequestedFileType;
  formato: (typeof EXPORTACAO_FORMATS)[number] | "ZIP";
  pedido: unknown;
  data: Date;
  usuarioId: string | null;
  usuario: string | null;
  estado: RequestedFileState;
  total: number | null;
  feitos: number;
  nome: string | null;
  tamanho: number | null;
  sha256: string | null;
  terminadoEm: Date | null;
  expiraEm: Date | null;
  falha: string | null;
};

/** A new file request. */
export type NewFileRequest = Pick<RequestedFileRow, "id" | "tipo" | "formato" | "total"> & {
  pedido: object;
  usuarioId: string;
  usuario: string;
  now: Date;
};

const FILE_COLUMNS = `id, tipo, formato, pedido, criado_em AS data, usuario_id AS "usuarioId", usuario, estado, total, feitos, nome, tamanho, sha256,
  terminado_em AS "terminadoEm", expira_em AS "expiraEm", falha`;

/** Serializes the file requests of a conta, so that none exceeds the limit. */
export async function lockFileRequests(db: Db, contaId: string): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended('arquivo_pedido ' || $1, 0))", [contaId]);
}

/** Counts requested files that are not finished. */
export async function countOpenFiles(db: Db, contaId: string, tipo: RequestedFileType): Promise<number> {
  const rows = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM arquivo_pedido
     WHERE conta_id = $1 AND tipo = $2 AND estado IN ('pendente', 'em-andamento')`,
    [contaId, tipo],
  );
  return rows[0]?.total ?? 0;
}

/** Stores a request. */
export async function insertFileRequest(
  db: Db,
  contaId: string,
  newRequest: NewFileRequest,
): Promise<RequestedFileRow> {
  const { id, tipo, formato, pedido, usuarioId, usuario, total, now } = newRequest;
  const rows = await db.query<RequestedFileRow>(
    `INSERT INTO arquivo_pedido (conta_id, id, tipo, formato, pedido, usuario_id, usuario, total, criado_em)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9) RETURNING ${FILE_COLUMNS}`,
    [contaId, id, tipo, formato, JSON.stringify(pedido), usuarioId, usuario, total, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

type FileRef = { id: string; tipo: RequestedFileType };

/** One request; null if the conta has none with this id and type. */
export async function findFileRequest(
  db: Db,
  contaId: string,
  { id, tipo }: FileRef,
): Promise<RequestedFileRow | null> {
  const rows = await db.query<RequestedFileRow>(
    `SELECT ${FILE_COLUMNS} FROM arquivo_pedido WHERE conta_id = $1 AND id = $2 AND tipo = $3`,
    [contaId, id, tipo],
  );
  return rows[0] ?? null;
}

/** One page of requests, newest first. */
export async function findFileRequests(
  db: Db,
  contaId: string,
  { tipo, page }: { tipo: RequestedFileType; page: Page },
): Promise<RequestedFileRow[]> {
  return await db.query<RequestedFileRow>(
    `SELECT ${FILE_COLUMNS} FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2
     ORDER BY criado_em DESC, id DESC LIMIT $3 OFFSET $4`,
    [contaId, tipo, page.limit, page.offset],
  );
}

export async function countFileRequests(db: Db, contaId: string, tipo: RequestedFileType): Promise<number> {
  const rows = await db.query<{ total: number }>(
    "SELECT count(*) AS total FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2",
    [contaId, tipo],
  );
  return rows[0]?.total ?? 0;
}

/** Starts a request from its beginning. @returns null if it is finished already */
export async function beginFileRequest(
  db: Db,
  contaId: string,
  { id, tipo }: FileRef,
): Promise<RequestedFileRow | null> {
  const rows = await db.query<RequestedFileRow>(
    `UPDATE arquivo_pedido SET estado = 'em-andamento', feitos = 0
     WHERE conta_id = $1 AND id = $2 AND tipo = $3 AND estado IN ('pendente', 'em-andamento') RETURNING ${FILE_COLUMNS}`,
    [contaId, id, tipo],
  );
  return rows[0] ?? null;
}

/** Stores the progress; a null total changes nothing. @returns false if the request ended meanwhile */
export async function updateProgress(
  db: Db,
  contaId: string,
  { id, total, feitos }: { id: string; total: number | null; feitos: number },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE arquivo_pedido SET total = coalesce($3, total), feitos = $4
     WHERE conta_id = $1 AND id = $2 AND estado = 'em-andamento'`,
    [contaId, id, total, feitos],
  );
  return changed === 1;
}

/** A finished file. */
export type FinishedFile = {
  id: string;
  total: number;
  nome: string;
  sha256: string;
  tamanho: number;
  now: Date;
  expiraEm: Date;
  /** What is missing in it; stored in the column of failures. */
  aviso: string | null;
};

/** Marks a file as finished; only the first call succeeds. @returns false if it ended before */
export async function finishFileRequest(db: Db, contaId: string, finished: FinishedFile): Promise<boolean> {
  const { id, total, nome, sha256, tamanho, now, expiraEm, aviso } = finished;
  const changed = await db.execute(
    `UPDATE arquivo_pedido SET estado = 'concluido', total = $3, feitos = $3, nome = $4, sha256 = $5, tamanho = $6,
       terminado_em = $7, expira_em = $8, falha = $9
     WHERE conta_id = $1 AND id = $2 AND estado = 'em-andamento'`,
    [contaId, id, total, nome, sha256, tamanho, now, expiraEm, aviso],
  );
  return changed === 1;
}

/** Marks a request as failed. @returns false if it ended before */
export async function failFileRequest(
  db: Db,
  contaId: string,
  { id, falha, now }: { id: string; falha: string; now: Date },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE arquivo_pedido SET estado = 'falhou', falha = $3, terminado_em = $4
     WHERE conta_id = $1 AND id = $2 AND estado IN ('pendente', 'em-andamento')`,
    [contaId, id, falha, now],
  );
  return changed === 1;
}

/** Reopens a failed request. @returns false if it did not fail, or no longer exists */
export async function reopenFileRequest(db: Db, contaId: string, { id, tipo }: FileRef): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE arquivo_pedido SET estado = 'pendente', falha = NULL, terminado_em = NULL
     WHERE conta_id = $1 AND id = $2 AND tipo = $3 AND estado = 'falhou'`,
    [contaId, id, tipo],
  );
  return changed === 1;
}

/** Expires files past their expiry time, which releases their blobs. @returns how many */
export async function expireFiles(db: Db, contaId: string, now: Date): Promise<number> {
  return await db.execute(
    `UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL
     WHERE conta_id = $1 AND estado = 'concluido' AND expira_em <= $2`,
    [contaId, now],
  );
}

/** Expires the oldest files of a type beyond the newest `kept`. @returns how many */
export async function expireExcessFiles(
  db: Db,
  contaId: string,
  { tipo, kept, now }: { tipo: RequestedFileType; kept: number; now: Date },
): Promise<number> {
  return await db.execute(
    `UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL, expira_em = $4
     WHERE conta_id = $1 AND id IN (
       SELECT id FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2 AND estado = 'concluido'
       ORDER BY terminado_em DESC, id DESC OFFSET $3)`,
    [contaId, tipo, kept, now],
  );
}

/** Deletes requests of both types that failed or expired before `before`. @returns how many */
export async function deleteOldRequests(db: Db, contaId: string, before: Date): Promise<number> {
  return await db.execute(
    `DELETE FROM arquivo_pedido
     WHERE conta_id = $1 AND (estado = 'falhou' AND terminado_em <= $2 OR estado = 'expirado' AND expira_em <= $2)`,
    [contaId, before],
  );
}

/** Deletes failed and expired requests of a type. @returns how many */
export async function deleteEndedRequests(
  db: Db,
  contaId: string,
  { tipo, now }: { tipo: RequestedFileType; now: Date },
): Promise<number> {
  return await db.execute(
    `DELETE FROM arquivo_pedido
     WHERE conta_id = $1 AND tipo = $2
       AND (estado IN ('falhou', 'expirado') OR (estado = 'concluido' AND expira_em <= $3))`,
    [contaId, tipo, now],
  );
}
