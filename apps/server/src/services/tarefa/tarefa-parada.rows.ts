import type { Sql } from "../../db/index.ts";

/** A row that waits without a planned task. voltas: tasks ended for it since `desde`. */
export type Parado = { id: string; voltas: number };

type Busca = { desde: Date; limite: number };

const ABERTA = "t.estado IN ('pendente', 'entregue')";
const VOLTAS = `(SELECT count(*)::int FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text
  AND t.terminada_em >= $3) AS voltas`;

/** E-mails being read, without a task. */
export async function findEmailsParados(
  sql: Sql,
  contaId: string,
  { desde, limite }: Busca,
): Promise<Parado[]> {
  return await sql.query<Parado>(
    `SELECT p.id, ${VOLTAS} FROM email p WHERE p.conta_id = $1 AND p.estado = 'em-leitura' AND NOT p.importado
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${ABERTA})
     ORDER BY p.id LIMIT $4`,
    [contaId, "ingest", desde, limite],
  );
}

/** Imports being read, without a task. */
export async function findImportacoesParadas(
  sql: Sql,
  contaId: string,
  { desde, limite }: Busca,
): Promise<Parado[]> {
  return await sql.query<Parado>(
    `SELECT p.id, ${VOLTAS} FROM importacao p WHERE p.conta_id = $1 AND p.estado IN ('pendente', 'em-andamento')
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${ABERTA})
     ORDER BY p.id LIMIT $4`,
    [contaId, "importacao", desde, limite],
  );
}

/** Requested files without a task. */
export async function findPedidosParados(
  sql: Sql,
  contaId: string,
  { tipo, desde, limite }: Busca & { tipo: "exportacao" | "repositorio" },
): Promise<Parado[]> {
  return await sql.query<Parado>(
    `SELECT p.id, ${VOLTAS} FROM arquivo_pedido p
     WHERE p.conta_id = $1 AND p.tipo = $2 AND p.estado IN ('pendente', 'em-andamento')
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${ABERTA})
     ORDER BY p.id LIMIT $4`,
    [contaId, tipo, desde, limite],
  );
}

/** Pending e-mails without a task. */
export async function findEnviosParados(
  sql: Sql,
  contaId: string,
  { desde, limite }: Busca,
): Promise<Parado[]> {
  return await sql.query<Parado>(
    `SELECT p.id, ${VOLTAS} FROM envio p WHERE p.conta_id = $1 AND p.estado = 'pendente'
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${ABERTA})
     ORDER BY p.id LIMIT $4`,
    [contaId, "envio", desde, limite],
  );
}

/** Pending manifestações without a task. */
export async function findManifestacoesParadas(
  sql: Sql,
  contaId: string,
  { desde, limite }: Busca,
): Promise<Parado[]> {
  return await sql.query<Parado>(
    `SELECT p.id, ${VOLTAS} FROM manifestacao p WHERE p.conta_id = $1 AND p.estado = 'pendente'
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${ABERTA})
     ORDER BY p.id LIMIT $4`,
    [contaId, "manifesto", desde, limite],
  );
}

/** Mailboxes without a task. */
export async function findCaixasParadas(
  sql: Sql,
  contaId: string,
): Promise<{ id: string; servidor: string }[]> {
  return await sql.query(
    `SELECT p.id, p.servidor FROM caixa_email p WHERE p.conta_id = $1 AND p.apagada_em IS NULL
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = 'poll' AND t.alvo = p.id::text AND ${ABERTA})`,
    [contaId],
  );
}
