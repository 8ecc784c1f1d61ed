import type { FORMATOS_EXPORTACAO } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import type { Pagina } from "../lista/lista.rules.ts";
import type { ArquivoEstado, ArquivoTipo } from "./arquivo-pedido.rules.ts";

/** A requested file. `pedido`: the request as stored; `data`: its time. */
export type ArquivoPedidoRow = {
  id: string;
  tipo: ArquivoTipo;
  formato: (typeof FORMATOS_EXPORTACAO)[number] | "ZIP";
  pedido: unknown;
  data: Date;
  usuarioId: string | null;
  usuario: string | null;
  estado: ArquivoEstado;
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
export type ArquivoPedidoNovo = Pick<ArquivoPedidoRow, "id" | "tipo" | "formato" | "total"> & {
  pedido: object;
  usuarioId: string;
  usuario: string;
  agora: Date;
};

const COLUNAS = `id, tipo, formato, pedido, criado_em AS data, usuario_id AS "usuarioId", usuario, estado, total, feitos, nome, tamanho, sha256,
  terminado_em AS "terminadoEm", expira_em AS "expiraEm", falha`;

/** Serializes the file requests of a conta, so that none exceeds the limit. */
export async function lockPedidos(sql: Sql, contaId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended('arquivo_pedido ' || $1, 0))", [contaId]);
}

/** Counts requested files that are not finished. */
export async function countAbertos(sql: Sql, contaId: string, tipo: ArquivoTipo): Promise<number> {
  const rows = await sql.query<{ total: number }>(
    `SELECT count(*) AS total FROM arquivo_pedido
     WHERE conta_id = $1 AND tipo = $2 AND estado IN ('pendente', 'em-andamento')`,
    [contaId, tipo],
  );
  return rows[0]?.total ?? 0;
}

/** Stores a request. */
export async function insertPedido(
  sql: Sql,
  contaId: string,
  novo: ArquivoPedidoNovo,
): Promise<ArquivoPedidoRow> {
  const { id, tipo, formato, pedido, usuarioId, usuario, total, agora } = novo;
  const rows = await sql.query<ArquivoPedidoRow>(
    `INSERT INTO arquivo_pedido (conta_id, id, tipo, formato, pedido, usuario_id, usuario, total, criado_em)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9) RETURNING ${COLUNAS}`,
    [contaId, id, tipo, formato, JSON.stringify(pedido), usuarioId, usuario, total, agora],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

type Um = { id: string; tipo: ArquivoTipo };

/** One request; null if the conta has none with this id and type. */
export async function findPedido(
  sql: Sql,
  contaId: string,
  { id, tipo }: Um,
): Promise<ArquivoPedidoRow | null> {
  const rows = await sql.query<ArquivoPedidoRow>(
    `SELECT ${COLUNAS} FROM arquivo_pedido WHERE conta_id = $1 AND id = $2 AND tipo = $3`,
    [contaId, id, tipo],
  );
  return rows[0] ?? null;
}

/** One page of requests, newest first. */
export async function findPedidos(
  sql: Sql,
  contaId: string,
  { tipo, pagina }: { tipo: ArquivoTipo; pagina: Pagina },
): Promise<ArquivoPedidoRow[]> {
  return await sql.query<ArquivoPedidoRow>(
    `SELECT ${COLUNAS} FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2
     ORDER BY criado_em DESC, id DESC LIMIT $3 OFFSET $4`,
    [contaId, tipo, pagina.limit, pagina.offset],
  );
}

export async function countPedidos(sql: Sql, contaId: string, tipo: ArquivoTipo): Promise<number> {
  const rows = await sql.query<{ total: number }>(
    "SELECT count(*) AS total FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2",
    [contaId, tipo],
  );
  return rows[0]?.total ?? 0;
}

/** Starts a request from its beginning. @returns null if it is finished already */
export async function beginPedido(
  sql: Sql,
  contaId: string,
  { id, tipo }: Um,
): Promise<ArquivoPedidoRow | null> {
  const rows = await sql.query<ArquivoPedidoRow>(
    `UPDATE arquivo_pedido SET estado = 'em-andamento', feitos = 0
     WHERE conta_id = $1 AND id = $2 AND tipo = $3 AND estado IN ('pendente', 'em-andamento') RETURNING ${COLUNAS}`,
    [contaId, id, tipo],
  );
  return rows[0] ?? null;
}

/** Stores the progress; a null total changes nothing. @returns false if the request ended meanwhile */
export async function updateProgresso(
  sql: Sql,
  contaId: string,
  { id, total, feitos }: { id: string; total: number | null; feitos: number },
): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE arquivo_pedido SET total = coalesce($3, total), feitos = $4
     WHERE conta_id = $1 AND id = $2 AND estado = 'em-andamento'`,
    [contaId, id, total, feitos],
  );
  return changed === 1;
}

/** A finished file. */
export type Feito = {
  id: string;
  total: number;
  nome: string;
  sha256: string;
  tamanho: number;
  agora: Date;
  expiraEm: Date;
  /** What is missing in it; stored in the column of failures. */
  aviso: string | null;
};

/** Marks a file as finished; only the first call succeeds. @returns false if it ended before */
export async function finishPedido(sql: Sql, contaId: string, feito: Feito): Promise<boolean> {
  const { id, total, nome, sha256, tamanho, agora, expiraEm, aviso } = feito;
  const changed = await sql.execute(
    `UPDATE arquivo_pedido SET estado = 'concluido', total = $3, feitos = $3, nome = $4, sha256 = $5, tamanho = $6,
       terminado_em = $7, expira_em = $8, falha = $9
     WHERE conta_id = $1 AND id = $2 AND estado = 'em-andamento'`,
    [contaId, id, total, nome, sha256, tamanho, agora, expiraEm, aviso],
  );
  return changed === 1;
}

/** Marks a request as failed. @returns false if it ended before */
export async function failPedido(
  sql: Sql,
  contaId: string,
  { id, falha, agora }: { id: string; falha: string; agora: Date },
): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE arquivo_pedido SET estado = 'falhou', falha = $3, terminado_em = $4
     WHERE conta_id = $1 AND id = $2 AND estado IN ('pendente', 'em-andamento')`,
    [contaId, id, falha, agora],
  );
  return changed === 1;
}

/** Reopens a failed request. @returns false if it did not fail, or no longer exists */
export async function reopenPedido(sql: Sql, contaId: string, { id, tipo }: Um): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE arquivo_pedido SET estado = 'pendente', falha = NULL, terminado_em = NULL
     WHERE conta_id = $1 AND id = $2 AND tipo = $3 AND estado = 'falhou'`,
    [contaId, id, tipo],
  );
  return changed === 1;
}

/** Expires files past their expiry time, which releases their blobs. @returns how many */
export async function expirePedidos(sql: Sql, contaId: string, agora: Date): Promise<number> {
  return await sql.execute(
    `UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL
     WHERE conta_id = $1 AND estado = 'concluido' AND expira_em <= $2`,
    [contaId, agora],
  );
}

/** Expires the oldest files of a type beyond the newest `guardados`. @returns how many */
export async function expireExcedentes(
  sql: Sql,
  contaId: string,
  { tipo, guardados, agora }: { tipo: ArquivoTipo; guardados: number; agora: Date },
): Promise<number> {
  return await sql.execute(
    `UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL, expira_em = $4
     WHERE conta_id = $1 AND id IN (
       SELECT id FROM arquivo_pedido WHERE conta_id = $1 AND tipo = $2 AND estado = 'concluido'
       ORDER BY terminado_em DESC, id DESC OFFSET $3)`,
    [contaId, tipo, guardados, agora],
  );
}

/** Deletes requests of both types that failed or expired before `antes`. @returns how many */
export async function deleteEsquecidos(sql: Sql, contaId: string, antes: Date): Promise<number> {
  return await sql.execute(
    `DELETE FROM arquivo_pedido
     WHERE conta_id = $1 AND (estado = 'falhou' AND terminado_em <= $2 OR estado = 'expirado' AND expira_em <= $2)`,
    [contaId, antes],
  );
}

/** Deletes failed and expired requests of a type. @returns how many */
export async function deleteEncerrados(
  sql: Sql,
  contaId: string,
  { tipo, agora }: { tipo: ArquivoTipo; agora: Date },
): Promise<number> {
  return await sql.execute(
    `DELETE FROM arquivo_pedido
     WHERE conta_id = $1 AND tipo = $2
       AND (estado IN ('falhou', 'expirado') OR (estado = 'concluido' AND expira_em <= $3))`,
    [contaId, tipo, agora],
  );
}
