import type { DeliveryState, DeliveryType } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { Attempt } from "./webhook.rules.ts";

/** A new delivery. venceEm: when its first attempt is due. */
export type NewDelivery = {
  id: string;
  webhookId: string;
  tipo: DeliveryType;
  sequencia: number | null;
  notaId: string | null;
  caixaId: string | null;
  corpo: string;
  venceEm: Date;
};

/** Inserts deliveries, one per webhook, kind and feed row. */
export async function insertDeliveries(
  db: Db,
  contaId: string,
  newDeliveries: readonly NewDelivery[],
): Promise<number> {
  if (newDeliveries.length === 0) return 0;
  return await db.execute(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, sequencia, nota_id, caixa_id, corpo, proxima_em, criado_em)
     SELECT $1, n.id, n.webhook_id, n.tipo, n.sequencia, n.nota_id, n.caixa_id, n.corpo, n.vence_em, n.vence_em
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::uuid[], $7::uuid[], $8::text[], $9::timestamptz[])
       AS n (id, webhook_id, tipo, sequencia, nota_id, caixa_id, corpo, vence_em)
     ON CONFLICT (conta_id, webhook_id, sequencia, tipo) DO NOTHING`,
    [
      contaId,
      newDeliveries.map(({ id }) => id),
      newDeliveries.map(({ webhookId }) => webhookId),
      newDeliveries.map(({ tipo }) => tipo),
      newDeliveries.map(({ sequencia }) => sequencia),
      newDeliveries.map(({ notaId }) => notaId),
      newDeliveries.map(({ caixaId }) => caixaId),
      newDeliveries.map(({ corpo }) => corpo),
      newDeliveries.map(({ venceEm }) => venceEm),
    ],
  );
}

/** A delivery in the log. */
export type DeliveryRow = {
  id: string;
  webhookId: string;
  tipo: DeliveryType;
  sequencia: number | null;
  notaId: string | null;
  estado: DeliveryState;
  tentativas: number;
  criadoEm: Date;
  ultimaEm: Date | null;
  proximaEm: Date | null;
  status: number | null;
  ms: number | null;
  erro: string | null;
};
export type DeliveryDetail = DeliveryRow & { corpo: string; resposta: string | null };

const COLUMNS = `e.id, e.webhook_id AS "webhookId", e.tipo, e.sequencia, e.nota_id AS "notaId", e.estado, e.tentativas, e.criado_em AS "criadoEm",
  e.ultima_em AS "ultimaEm", e.proxima_em AS "proximaEm", e.status, e.ms, e.erro`;

/** Filter of the delivery log. */
export type DeliveryFilter = {
  webhookId: string;
  estado?: DeliveryState | null | undefined;
  tipo?: DeliveryType | null | undefined;
};

const WHERE = `e.conta_id = $1 AND e.webhook_id = $2 AND ($3::text IS NULL OR e.estado = $3) AND ($4::text IS NULL OR e.tipo = $4)`;

function valuesOf(contaId: string, { webhookId, estado, tipo }: DeliveryFilter) {
  return [contaId, webhookId, estado ?? null, tipo ?? null];
}

/** One page of the log, newest first. */
export async function findDeliveries(
  db: Db,
  contaId: string,
  { filtro, pagina }: { filtro: DeliveryFilter; pagina: Page },
): Promise<DeliveryRow[]> {
  return await db.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_entrega e WHERE ${WHERE} ORDER BY e.criado_em DESC, e.id DESC LIMIT $5 OFFSET $6`,
    [...valuesOf(contaId, filtro), pagina.limit, pagina.offset],
  );
}

export async function countDeliveries(db: Db, contaId: string, filtro: DeliveryFilter): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM webhook_entrega e WHERE ${WHERE}`,
    valuesOf(contaId, filtro),
  );
  return rows[0]?.n ?? 0;
}

export async function findDelivery(db: Db, contaId: string, id: string): Promise<DeliveryDetail | null> {
  const rows = await db.query<DeliveryDetail>(
    `SELECT ${COLUMNS}, e.corpo, e.resposta FROM webhook_entrega e WHERE e.conta_id = $1 AND e.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** A delivery that is due now. ciclo, primeiraEm: as before this attempt. */
export type DueDelivery = { id: string; corpo: string; ciclo: number; primeiraEm: Date | null };

/**
 * Condition of a pending delivery that blocks the ones behind it. One refused twice does not block;
 * without an HTTP status, nothing was refused.
 */
const BLOCKS_LATER = `a.conta_id = e.conta_id AND a.webhook_id = e.webhook_id AND a.estado = 'pendente'
  AND NOT (a.ciclo >= 2 AND a.status IS NOT NULL AND a.status BETWEEN 300 AND 499 AND a.status <> 429)`;

/** Deliveries of one nota, and of one mailbox, leave in order. */
const IS_FIRST = `NOT EXISTS (SELECT FROM webhook_entrega a WHERE ${BLOCKS_LATER} AND a.nota_id = e.nota_id AND (a.sequencia, a.id) < (e.sequencia, e.id))
  AND NOT EXISTS (SELECT FROM webhook_entrega a WHERE ${BLOCKS_LATER} AND a.caixa_id = e.caixa_id AND (a.criado_em, a.id) < (e.criado_em, e.id))`;

/**
 * Query of due deliveries. giveUpBefore: null = feed order; otherwise
 * the cut-off that orders those of an unavailable receiver.
 */
type DueQuery = { webhookId: string; now: Date; limite: number; giveUpBefore: Date | null };

/**
 * Order for an unavailable receiver: first those begun before `giveUpBefore` ($5) with no delivery
 * since, which are final; then the least attempted.
 */
const UNAVAILABLE_ORDER = `coalesce(e.primeira_em <= $5 AND NOT EXISTS (SELECT FROM webhook w
  WHERE w.conta_id = $1 AND w.id = $2 AND w.ultima_entrega_em >= e.primeira_em), false) DESC, e.ciclo, `;

/** Due deliveries of a webhook, in feed order or in the order for an unavailable receiver. */
export async function findDueDeliveries(
  db: Db,
  contaId: string,
  { webhookId, now, limite, giveUpBefore }: DueQuery,
): Promise<DueDelivery[]> {
  return await db.query<DueDelivery>(
    `SELECT e.id, e.corpo, e.ciclo, e.primeira_em AS "primeiraEm" FROM webhook_entrega e
     WHERE e.conta_id = $1 AND e.webhook_id = $2 AND e.estado = 'pendente' AND e.proxima_em <= $3 AND ${IS_FIRST}
     ORDER BY ${giveUpBefore === null ? "" : UNAVAILABLE_ORDER}e.sequencia NULLS FIRST, e.id LIMIT $4`,
    [contaId, webhookId, now, limite, ...(giveUpBefore === null ? [] : [giveUpBefore])],
  );
}

/** Pending deliveries of a webhook. novas: not attempted yet. */
export async function countPending(
  db: Db,
  contaId: string,
  webhookId: string,
): Promise<{ todas: number; novas: number }> {
  const rows = await db.query<{ todas: number; novas: number }>(
    `SELECT count(*) AS todas, count(*) FILTER (WHERE ciclo = 0) AS novas FROM webhook_entrega
     WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'pendente'`,
    [contaId, webhookId],
  );
  return rows[0] ?? { todas: 0, novas: 0 };
}

/**
 * Whether at least `atLeast` deliveries were attempted since the last success, of kinds delivered
 * before. desde null: none ever succeeded.
 */
export async function hasRefusedInARow(
  db: Db,
  contaId: string,
  { webhookId, desde, atLeast }: { webhookId: string; desde: Date | null; atLeast: number },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM webhook_entrega e WHERE e.conta_id = $1 AND e.webhook_id = $2 AND e.estado <> 'entregue' AND e.tipo <> 'teste'
       AND e.ultima_em IS NOT NULL AND ($3::timestamptz IS NULL OR e.ultima_em > $3 AND e.tipo IN (
         SELECT t.tipo FROM webhook_entrega t WHERE t.conta_id = $1 AND t.webhook_id = $2 AND t.estado = 'entregue'))
     LIMIT $4`,
    [contaId, webhookId, desde, atLeast],
  );
  return rows.length >= atLeast;
}

/** When the next unblocked delivery of a webhook is due; null when none is. */
export async function findNextDue(db: Db, contaId: string, webhookId: string): Promise<Date | null> {
  const rows = await db.query<{ proximaEm: Date | null }>(
    `SELECT min(e.proxima_em) AS "proximaEm" FROM webhook_entrega e
     WHERE e.conta_id = $1 AND e.webhook_id = $2 AND e.estado = 'pendente' AND ${IS_FIRST}`,
    [contaId, webhookId],
  );
  return rows[0]?.proximaEm ?? null;
}

/**
 * Result of an attempt. estado: the new state; proximaEm: the next attempt, or null when none is planned.
 */
export type RecordedAttempt = {
  id: string;
  tentativa: Attempt;
  estado: DeliveryState;
  primeiraEm: Date;
  now: Date;
  proximaEm: Date | null;
};

/**
 * Records an attempt.
 * @returns false when the delivery is no longer pending: another process has finished it
 */
export async function updateAfterAttempt(
  db: Db,
  contaId: string,
  { id, tentativa, estado, primeiraEm, now, proximaEm }: RecordedAttempt,
): Promise<boolean> {
  const { status, ms, erro, resposta } = tentativa;
  const changed = await db.execute(
    `UPDATE webhook_entrega SET estado = $3, tentativas = tentativas + 1, ciclo = ciclo + 1, primeira_em = $4, ultima_em = $5, proxima_em = $6,
       status = $7, ms = $8, erro = $9, resposta = $10
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, id, estado, primeiraEm, now, proximaEm, status, ms, erro, resposta],
  );
  return changed === 1;
}

/** An operator makes all failed deliveries due now, whatever the receiver answered. */
export async function makeFailedDue(
  db: Db,
  contaId: string,
  { webhookId, now }: { webhookId: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE webhook_entrega SET proxima_em = $3 WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'pendente' AND proxima_em > $3 AND ciclo > 0`,
    [contaId, webhookId, now],
  );
}

/**
 * Makes deliveries due that wait because the receiver was unavailable.
 * Those that it refused or failed by itself keep waiting.
 */
export async function makeUnavailableDue(
  db: Db,
  contaId: string,
  { webhookId, now }: { webhookId: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE webhook_entrega SET proxima_em = $3 WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'pendente' AND proxima_em > $3
       AND (status IS NULL OR status IN (429, 502, 503, 504))`,
    [contaId, webhookId, now],
  );
}

const REQUEUED = "estado = 'pendente', ciclo = 0, primeira_em = NULL";

/** Makes a finished delivery pending again. */
export async function requeueDelivery(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE webhook_entrega SET ${REQUEUED}, proxima_em = $3 WHERE conta_id = $1 AND id = $2 AND tipo <> 'teste'`,
    [contaId, id, now],
  );
}

/** Makes deliveries pending again that failed since `desde`, oldest first.   @returns how many */
export async function requeueFailed(
  db: Db,
  contaId: string,
  { webhookId, desde, now, limite }: { webhookId: string; desde: Date; now: Date; limite: number },
): Promise<number> {
  return await db.execute(
    `UPDATE webhook_entrega SET ${REQUEUED}, proxima_em = $4 WHERE conta_id = $1 AND id IN (
       SELECT id FROM webhook_entrega WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'falhou' AND tipo <> 'teste' AND criado_em >= $3
       ORDER BY criado_em, id LIMIT $5)`,
    [contaId, webhookId, desde, now, limite],
  );
}

/** Inserts a test delivery, which has already been sent. */
export async function insertTestDelivery(
  db: Db,
  contaId: string,
  {
    id,
    webhookId,
    corpo,
    tentativa,
    now,
  }: {
    id: string;
    webhookId: string;
    corpo: string;
    tentativa: Attempt;
    now: Date;
  },
): Promise<void> {
  const { ok, status, ms, erro, resposta } = tentativa;
  await db.execute(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, corpo, estado, tentativas, ultima_em, status, ms, erro, resposta, criado_em)
     SELECT $1, $2, w.id, 'teste', $4, $5, 1, $6, $7, $8, $9, $10, $6 FROM webhook w WHERE w.conta_id = $1 AND w.id = $3`,
    [contaId, id, webhookId, corpo, ok ? "entregue" : "falhou", now, status, ms, erro, resposta],
  );
}

/** The last divergence state sent for each nota. */
export async function findLastDivergencias(
  db: Db,
  contaId: string,
  { webhookId, notas }: { webhookId: string; notas: readonly string[] },
): Promise<Map<string, boolean>> {
  const rows = await db.query<{ notaId: string; divergente: boolean }>(
    `SELECT DISTINCT ON (nota_id) nota_id AS "notaId", coalesce((corpo::jsonb #>> '{dados,divergente}')::boolean, false) AS divergente
     FROM webhook_entrega WHERE conta_id = $1 AND webhook_id = $2 AND nota_id = ANY ($3::uuid[]) AND tipo = 'divergencia'
     ORDER BY nota_id, sequencia DESC`,
    [contaId, webhookId, notas],
  );
  return new Map(rows.map(({ notaId, divergente }) => [notaId, divergente]));
}

/**
 * Condition of the last divergence sent of a nota that is
 * still open: it must stay, or its end would not be sent.
 */
const OPEN_DIVERGENCIA = (
  alias: string,
) => `(${alias}.tipo = 'divergencia' AND (${alias}.corpo::jsonb #>> '{dados,divergente}')::boolean
  AND NOT EXISTS (SELECT FROM webhook_entrega d WHERE d.conta_id = ${alias}.conta_id AND d.webhook_id = ${alias}.webhook_id
    AND d.nota_id = ${alias}.nota_id AND d.tipo = 'divergencia' AND d.sequencia > ${alias}.sequencia))`;

/**
 * Deletes expired deliveries, those beyond the number kept per webhook, and finished tasks.
 * @returns how many deliveries
 */
export async function deleteExpired(
  db: Db,
  contaId: string,
  {
    before,
    keepMax,
    limite,
    tasksBefore,
  }: {
    before: Date;
    keepMax: number;
    limite: number;
    tasksBefore: Date;
  },
): Promise<number> {
  await db.execute(
    `DELETE FROM tarefa WHERE conta_id = $1 AND tipo = 'webhook' AND estado = 'feita' AND terminada_em < $2`,
    [contaId, tasksBefore],
  );
  return await db.execute(
    `DELETE FROM webhook_entrega e USING (
       SELECT v.id FROM webhook w, LATERAL (
         (SELECT a.id FROM webhook_entrega a WHERE a.conta_id = $1 AND a.webhook_id = w.id AND a.criado_em < $2 AND a.estado <> 'pendente'
           AND NOT ${OPEN_DIVERGENCIA("a")} ORDER BY a.criado_em LIMIT $4)
         UNION (SELECT b.id FROM (SELECT b.* FROM webhook_entrega b WHERE b.conta_id = $1 AND b.webhook_id = w.id
           ORDER BY b.criado_em DESC, b.id DESC OFFSET $3) b WHERE b.estado <> 'pendente' AND NOT ${OPEN_DIVERGENCIA("b")} LIMIT $4)
       ) v WHERE w.conta_id = $1) velhas
     WHERE e.conta_id = $1 AND e.id = velhas.id`,
    [contaId, before, keepMax, limite],
  );
}
