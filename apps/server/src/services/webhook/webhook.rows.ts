import type { WebhookReason, WebhookType } from "@malote/contract";
import type { Db } from "../../db/index.ts";

/** A webhook with its secrets still sealed. */
export type WebhookRow = {
  id: string;
  url: string;
  descricao: string;
  tipos: WebhookType[];
  empresas: string[] | null;
  segredoSelado: Buffer;
  anteriorSelado: Buffer | null;
  anteriorAte: Date | null;
  ativo: boolean;
  motivo: WebhookReason | null;
  desativadoEm: Date | null;
  sequencia: number;
  falhasSeguidas: number;
  pausadoAte: Date | null;
  ultimaEntregaEm: Date | null;
  criadoEm: Date;
};

/** A webhook with its numbers of pending and failed deliveries. */
export type CountedWebhook = WebhookRow & { pendentes: number; falhas: number };

const COLUMNS = `w.id, w.url, w.descricao, w.tipos, w.segredo_selado AS "segredoSelado", w.anterior_selado AS "anteriorSelado",
  w.anterior_ate AS "anteriorAte", w.ativo, w.motivo, w.desativado_em AS "desativadoEm", w.sequencia, w.falhas_seguidas AS "falhasSeguidas",
  w.pausado_ate AS "pausadoAte", w.ultima_entrega_em AS "ultimaEntregaEm", w.criado_em AS "criadoEm",
  CASE WHEN w.restrito THEN ARRAY(SELECT e.empresa_id FROM webhook_empresa e
    WHERE e.conta_id = w.conta_id AND e.webhook_id = w.id ORDER BY e.empresa_id) END AS empresas`;

/** The conta's webhooks, oldest first. */
export async function findWebhooks(db: Db, contaId: string, id?: string): Promise<CountedWebhook[]> {
  return await db.query<CountedWebhook>(
    `SELECT ${COLUMNS}, c.pendentes, c.falhas FROM webhook w,
       LATERAL (SELECT count(*) FILTER (WHERE e.estado = 'pendente') AS pendentes,
         count(*) FILTER (WHERE e.estado = 'falhou' AND e.tipo <> 'teste') AS falhas
         FROM webhook_entrega e WHERE e.conta_id = w.conta_id AND e.webhook_id = w.id AND e.estado <> 'entregue') c
     WHERE w.conta_id = $1 ${id === undefined ? "" : "AND w.id = $2"} ORDER BY w.criado_em, w.id`,
    id === undefined ? [contaId] : [contaId, id],
  );
}

/** One webhook, or null. lock: locks its row until commit. */
export async function findWebhook(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<WebhookRow | null> {
  const rows = await db.query<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhook w WHERE w.conta_id = $1 AND w.id = $2${lock ? " FOR NO KEY UPDATE" : ""}`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** Locks the conta before counting, so that concurrent inserts cannot exceed the limit. */
export async function countWebhooksLocked(db: Db, contaId: string): Promise<number> {
  await db.query("SELECT FROM conta WHERE id = $1 FOR NO KEY UPDATE", [contaId]);
  const rows = await db.query<{ n: number }>("SELECT count(*) AS n FROM webhook WHERE conta_id = $1", [
    contaId,
  ]);
  return rows[0]?.n ?? 0;
}

/** Editable fields of a webhook. empresas: null = all. */
export type NewWebhook = {
  id: string;
  url: string;
  descricao: string;
  tipos: readonly WebhookType[];
  empresas: readonly string[] | null;
};

/** Inserts a webhook, which starts at the current end of the feed. */
export async function insertWebhook(
  db: Db,
  contaId: string,
  newWebhook: NewWebhook & { segredoSelado: Uint8Array; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO webhook (conta_id, id, url, descricao, tipos, restrito, segredo_selado, sequencia, criado_em)
     SELECT $1, $2, $3, $4, $5, $6, $7, s.sequencia, $8 FROM conta_sequencia s WHERE s.conta_id = $1`,
    [
      contaId,
      newWebhook.id,
      newWebhook.url,
      newWebhook.descricao,
      newWebhook.tipos,
      newWebhook.empresas !== null,
      newWebhook.segredoSelado,
      newWebhook.now,
    ],
  );
  await replaceEmpresas(db, contaId, newWebhook);
}

export async function updateWebhook(db: Db, contaId: string, newWebhook: NewWebhook): Promise<void> {
  const { id, url, descricao, tipos, empresas } = newWebhook;
  await db.execute(
    "UPDATE webhook SET url = $3, descricao = $4, tipos = $5, restrito = $6 WHERE conta_id = $1 AND id = $2",
    [contaId, id, url, descricao, tipos, empresas !== null],
  );
  await replaceEmpresas(db, contaId, newWebhook);
}

async function replaceEmpresas(db: Db, contaId: string, { id, empresas }: NewWebhook): Promise<void> {
  await db.execute("DELETE FROM webhook_empresa WHERE conta_id = $1 AND webhook_id = $2", [contaId, id]);
  if (empresas === null) return;
  await db.execute(
    `INSERT INTO webhook_empresa (conta_id, webhook_id, empresa_id)
     SELECT $1, $2, e.id FROM empresa e WHERE e.conta_id = $1 AND e.id = ANY ($3::uuid[])`,
    [contaId, id, empresas],
  );
}

/** How many of these companies belong to the conta. */
export async function countEmpresas(db: Db, contaId: string, ids: readonly string[]): Promise<number> {
  const rows = await db.query<{ n: number }>(
    "SELECT count(*) AS n FROM empresa WHERE conta_id = $1 AND id = ANY ($2::uuid[])",
    [contaId, ids],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Turns a webhook on; pending deliveries become due. pular:
 * skips the feed rows and pending deliveries of the pause.
 */
export async function turnOn(
  db: Db,
  contaId: string,
  { id, skipMissed, now }: { id: string; skipMissed: boolean; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE webhook w SET ativo = true, motivo = NULL, desativado_em = NULL, falhas_seguidas = 0, pausado_ate = NULL,
       sequencia = CASE WHEN $3 THEN s.sequencia ELSE w.sequencia END
     FROM conta_sequencia s WHERE w.conta_id = $1 AND w.id = $2 AND s.conta_id = $1`,
    [contaId, id, skipMissed],
  );
  await db.execute(
    skipMissed
      ? `UPDATE webhook_entrega SET estado = 'falhou', proxima_em = NULL
         WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'pendente' AND $3::timestamptz IS NOT NULL`
      : `UPDATE webhook_entrega SET proxima_em = $3, ciclo = 0, primeira_em = NULL
         WHERE conta_id = $1 AND webhook_id = $2 AND estado = 'pendente'`,
    [contaId, id, now],
  );
}

/** Turns a webhook off for a reason.   @returns false when it was already off */
export async function turnOff(
  db: Db,
  contaId: string,
  { id, motivo, now }: { id: string; motivo: WebhookReason; now: Date },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE webhook SET ativo = false, motivo = $3, desativado_em = $4 WHERE conta_id = $1 AND id = $2 AND ativo`,
    [contaId, id, motivo, now],
  );
  return changed === 1;
}

export async function deleteWebhook(db: Db, contaId: string, id: string): Promise<boolean> {
  return (await db.execute("DELETE FROM webhook WHERE conta_id = $1 AND id = $2", [contaId, id])) === 1;
}

/** Replaces the secret; the previous one also signs until `anteriorAte`. */
export async function replaceSecret(
  db: Db,
  contaId: string,
  { id, sealed, anteriorAte }: { id: string; sealed: Uint8Array; anteriorAte: Date | null },
): Promise<void> {
  await db.execute(
    `UPDATE webhook SET segredo_selado = $3, anterior_ate = $4, anterior_selado = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE segredo_selado END
     WHERE conta_id = $1 AND id = $2`,
    [contaId, id, sealed, anteriorAte],
  );
}

/**
 * Moves the webhook's place in the feed.
 * @returns false when another process has moved it, or the webhook is off
 */
export async function advanceFeedSequence(
  db: Db,
  contaId: string,
  { id, de, ate }: { id: string; de: number; ate: number },
): Promise<boolean> {
  const changed = await db.execute(
    "UPDATE webhook SET sequencia = $4 WHERE conta_id = $1 AND id = $2 AND sequencia = $3 AND ativo",
    [contaId, id, de, ate],
  );
  return changed === 1;
}

/** State of a webhook after an attempt. falhasAntes: failures in a row before it. */
export type ReceiverState = { ativo: boolean; ultimaEntregaEm: Date | null; falhasAntes: number };

const RECEIVER_STATE = `w.ativo, w.ultima_entrega_em AS "ultimaEntregaEm", antes.falhas AS "falhasAntes"`;
const BEFORE = `(SELECT falhas_seguidas AS falhas FROM webhook WHERE conta_id = $1 AND id = $2 FOR NO KEY UPDATE) antes`;

/**
 * Records that the receiver answered. entregueEm: when it accepted the delivery; null = it refused
 * it. Null when the webhook is deleted.
 */
export async function recordResponse(
  db: Db,
  contaId: string,
  { id, entregueEm }: { id: string; entregueEm: Date | null },
): Promise<ReceiverState | null> {
  const rows = await db.query<ReceiverState>(
    `UPDATE webhook w SET falhas_seguidas = 0, pausado_ate = NULL, ultima_entrega_em = coalesce($3, w.ultima_entrega_em)
     FROM ${BEFORE} WHERE w.conta_id = $1 AND w.id = $2 RETURNING ${RECEIVER_STATE}`,
    [contaId, id, entregueEm],
  );
  return rows[0] ?? null;
}

/**
 * Records a failed attempt. pauseFrom: failures in a row from which the receiver is paused until
 * `pausadoAte`. Null when the webhook is deleted.
 */
export async function recordFailure(
  db: Db,
  contaId: string,
  { id, pauseFrom, pausadoAte }: { id: string; pauseFrom: number; pausadoAte: Date },
): Promise<ReceiverState | null> {
  const rows = await db.query<ReceiverState>(
    `UPDATE webhook w SET falhas_seguidas = w.falhas_seguidas + 1,
       pausado_ate = CASE WHEN w.falhas_seguidas + 1 >= $3 THEN $4::timestamptz END
     FROM ${BEFORE} WHERE w.conta_id = $1 AND w.id = $2 RETURNING ${RECEIVER_STATE}`,
    [contaId, id, pauseFrom, pausadoAte],
  );
  return rows[0] ?? null;
}

/** Pauses a webhook until an instant; null ends the pause. */
export async function pauseWebhook(
  db: Db,
  contaId: string,
  { id, ate }: { id: string; ate: Date | null },
): Promise<void> {
  await db.execute("UPDATE webhook SET pausado_ate = $3 WHERE conta_id = $1 AND id = $2", [contaId, id, ate]);
}

/**
 * Webhooks that receive mailbox notices, which belong to no
 * company; those turned off too, since their deliveries wait.
 * @param max pending deliveries from which a webhook receives no more
 */
export async function findCaixaWebhooks(
  db: Db,
  contaId: string,
  max: number,
): Promise<{ id: string; ativo: boolean }[]> {
  return await db.query<{ id: string; ativo: boolean }>(
    `SELECT w.id, w.ativo FROM webhook w WHERE w.conta_id = $1 AND 'caixa' = ANY (w.tipos) AND NOT w.restrito
       AND NOT EXISTS (SELECT FROM webhook_entrega e
         WHERE e.conta_id = w.conta_id AND e.webhook_id = w.id AND e.estado = 'pendente' OFFSET $2)
     ORDER BY w.id`,
    [contaId, max],
  );
}

/**
 * Webhooks that receive deadline notices, with the companies that each sees (null: all). A webhook
 * with `max` pending deliveries is left out.
 */
export async function findDeadlineWebhooks(
  db: Db,
  contaId: string,
  max: number,
): Promise<{ id: string; ativo: boolean; empresas: string[] | null }[]> {
  return await db.query(
    `SELECT w.id, w.ativo, CASE WHEN w.restrito THEN ARRAY(SELECT x.empresa_id FROM webhook_empresa x
         WHERE x.conta_id = w.conta_id AND x.webhook_id = w.id) END AS empresas
     FROM webhook w WHERE w.conta_id = $1 AND 'prazo' = ANY (w.tipos)
       AND NOT EXISTS (SELECT FROM webhook_entrega e
         WHERE e.conta_id = w.conta_id AND e.webhook_id = w.id AND e.estado = 'pendente' OFFSET $2)
     ORDER BY w.id`,
    [contaId, max],
  );
}

/** The conta's identifier, as the body names it. */
export async function findIdentificador(db: Db, contaId: string): Promise<string> {
  const rows = await db.query<{ identificador: string }>("SELECT identificador FROM conta WHERE id = $1", [
    contaId,
  ]);
  return rows[0]?.identificador ?? "";
}

/** State and environment of a conta, which its deliveries need. */
export async function findContaSettings(db: Db, contaId: string): Promise<{ uf: string; sandbox: boolean }> {
  const rows = await db.query<{ uf: string; sandbox: boolean }>(
    "SELECT uf, sandbox FROM conta WHERE id = $1",
    [contaId],
  );
  return rows[0] ?? { uf: "SP", sandbox: false };
}

/** The company of each nota. */
export async function findNotaEmpresas(
  db: Db,
  contaId: string,
  notas: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.query<{ id: string; empresaId: string | null }>(
    `SELECT id, empresa_id AS "empresaId" FROM nota WHERE conta_id = $1 AND id = ANY ($2::uuid[])`,
    [contaId, notas],
  );
  return new Map(rows.map(({ id, empresaId }) => [id, empresaId]));
}
