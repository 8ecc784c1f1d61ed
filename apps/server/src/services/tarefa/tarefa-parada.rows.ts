import type { Sql } from "../../db/index.ts";

/** Something that waits for work which nobody has planned. voltas: times it was tried to its end since `desde`. */
export type Parado = { id: string; voltas: number };

type Busca = { desde: Date; limite: number };

const ABERTA = "t.estado IN ('pendente', 'entregue')";
const VOLTAS = `(SELECT count(*)::int FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text
  AND t.terminada_em >= $3) AS voltas`;

/** E-mails in the middle of their reading that no tarefa reads. */
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

/** Files that were sent, in the middle of their reading, that no tarefa reads. */
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

/** Files that were asked for and that no tarefa makes. */
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

/** Letters that wait and that no tarefa sends. */
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

/** Manifestações that wait and that no tarefa sends. */
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

/** Mailboxes that no tarefa visits. */
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
