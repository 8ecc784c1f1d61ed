import type { Db } from "../../db/index.ts";

/** A row that waits without a planned task. voltas: tasks ended for it since `desde`. */
export type StalledRow = { id: string; voltas: number };

type StalledSearch = { desde: Date; limite: number };

const IS_OPEN = "t.estado IN ('pendente', 'entregue')";
const ENDED_TASKS = `(SELECT count(*)::int FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text
  AND t.terminada_em >= $3) AS voltas`;

/** E-mails being read, without a task. */
export async function findStalledEmails(
  db: Db,
  contaId: string,
  { desde, limite }: StalledSearch,
): Promise<StalledRow[]> {
  return await db.query<StalledRow>(
    `SELECT p.id, ${ENDED_TASKS} FROM email p WHERE p.conta_id = $1 AND p.estado = 'em-leitura' AND NOT p.importado
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${IS_OPEN})
     ORDER BY p.id LIMIT $4`,
    [contaId, "ingest", desde, limite],
  );
}

/** Imports being read, without a task. */
export async function findStalledImportacoes(
  db: Db,
  contaId: string,
  { desde, limite }: StalledSearch,
): Promise<StalledRow[]> {
  return await db.query<StalledRow>(
    `SELECT p.id, ${ENDED_TASKS} FROM importacao p WHERE p.conta_id = $1 AND p.estado IN ('pendente', 'em-andamento')
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${IS_OPEN})
     ORDER BY p.id LIMIT $4`,
    [contaId, "importacao", desde, limite],
  );
}

/** Requested files without a task. */
export async function findStalledRequestedFiles(
  db: Db,
  contaId: string,
  { tipo, desde, limite }: StalledSearch & { tipo: "exportacao" | "repositorio" },
): Promise<StalledRow[]> {
  return await db.query<StalledRow>(
    `SELECT p.id, ${ENDED_TASKS} FROM arquivo_pedido p
     WHERE p.conta_id = $1 AND p.tipo = $2 AND p.estado IN ('pendente', 'em-andamento')
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${IS_OPEN})
     ORDER BY p.id LIMIT $4`,
    [contaId, tipo, desde, limite],
  );
}

/** Pending e-mails without a task. */
export async function findStalledOutgoingEmails(
  db: Db,
  contaId: string,
  { desde, limite }: StalledSearch,
): Promise<StalledRow[]> {
  return await db.query<StalledRow>(
    `SELECT p.id, ${ENDED_TASKS} FROM envio p WHERE p.conta_id = $1 AND p.estado = 'pendente'
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${IS_OPEN})
     ORDER BY p.id LIMIT $4`,
    [contaId, "envio", desde, limite],
  );
}

/** Pending manifestações without a task. */
export async function findStalledManifestacoes(
  db: Db,
  contaId: string,
  { desde, limite }: StalledSearch,
): Promise<StalledRow[]> {
  return await db.query<StalledRow>(
    `SELECT p.id, ${ENDED_TASKS} FROM manifestacao p WHERE p.conta_id = $1 AND p.estado = 'pendente'
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = $2 AND t.alvo = p.id::text AND ${IS_OPEN})
     ORDER BY p.id LIMIT $4`,
    [contaId, "manifesto", desde, limite],
  );
}

/** Mailboxes without a task. */
export async function findStalledCaixas(
  db: Db,
  contaId: string,
): Promise<{ id: string; servidor: string }[]> {
  return await db.query(
    `SELECT p.id, p.servidor FROM caixa_email p WHERE p.conta_id = $1 AND p.apagada_em IS NULL
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = 'poll' AND t.alvo = p.id::text AND ${IS_OPEN})`,
    [contaId],
  );
}
