import type { WebhookReason, WebhookType } from "@malote/contract";
import { sql } from "kysely";
import { anyOf, countChanged, type Db, notExists, type Row, refsOf } from "../../db/index.ts";
import { findConta } from "../conta/conta.rows.ts";

const COLUMNS = [
  ...(["id", "url", "descricao", "tipos", "segredoSelado", "anteriorSelado", "anteriorAte"] as const),
  ...(["ativo", "motivo", "desativadoEm", "sequencia", "falhasSeguidas", "pausadoAte"] as const),
  ...(["ultimaEntregaEm", "criadoEm"] as const),
];

/** A webhook with its secrets still sealed. empresas: null = all. */
export type WebhookRow = Pick<Row<"webhook">, (typeof COLUMNS)[number]> & { empresas: string[] | null };

/** A webhook with its numbers of pending and failed deliveries. */
export type CountedWebhook = WebhookRow & { pendentes: number; falhas: number };

/** The conta's webhooks, oldest first. */
export async function findWebhooks(db: Db, contaId: string, id?: string): Promise<CountedWebhook[]> {
  return await selectWebhooks(db, contaId)
    .where(({ eb, and }) => and(id === undefined ? [] : [eb("w.id", "=", id)]))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom("webhookEntrega as e")
          .whereRef("e.contaId", "=", "w.contaId")
          .whereRef("e.webhookId", "=", "w.id")
          .where("e.estado", "<>", "entregue")
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere("e.estado", "=", "pendente").as("pendentes"),
            fn
              .countAll<number>()
              .filterWhere("e.estado", "=", "falhou")
              .filterWhere("e.tipo", "<>", "teste")
              .as("falhas"),
          ])
          .as("c"),
      (join) => join.onTrue(),
    )
    .select(["c.pendentes", "c.falhas"])
    .orderBy("w.criadoEm")
    .orderBy("w.id")
    .execute();
}

/** One webhook, or null. lock: locks its row until commit. */
export async function findWebhook(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<WebhookRow | null> {
  const found = await selectWebhooks(db, contaId)
    .where("w.id", "=", id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return found ?? null;
}

function selectWebhooks(db: Db, contaId: string) {
  return db
    .selectFrom("webhook as w")
    .where("w.contaId", "=", contaId)
    .select(COLUMNS.map((name) => `w.${name}` as const))
    .select(empresasOf(db).as("empresas"));
}

/** The companies whose documents the webhook w of the statement receives; null: all. */
function empresasOf(db: Db) {
  const w = refsOf("webhook", "w");
  const empresas = db
    .selectFrom("webhookEmpresa as x")
    .where("x.contaId", "=", w("contaId"))
    .where("x.webhookId", "=", w("id"))
    .select("x.empresaId")
    .orderBy("x.empresaId");
  return sql<string[] | null>`CASE WHEN ${w("restrito")} THEN ARRAY${empresas} END`;
}

/** Locks the conta before counting, so that concurrent inserts cannot exceed the limit. */
export async function countWebhooksLocked(db: Db, contaId: string): Promise<number> {
  await db.selectFrom("conta").where("id", "=", contaId).forNoKeyUpdate().execute();
  const { n } = await db
    .selectFrom("webhook")
    .where("contaId", "=", contaId)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
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
  const { id, url, descricao, tipos, empresas, segredoSelado, now } = newWebhook;
  await db
    .insertInto("webhook")
    .values(({ selectFrom }) => ({
      contaId,
      id,
      url,
      descricao,
      tipos: [...tipos],
      restrito: empresas !== null,
      segredoSelado,
      sequencia: selectFrom("contaSequencia").where("contaId", "=", contaId).select("sequencia"),
      criadoEm: now,
    }))
    .execute();
  await replaceEmpresas(db, contaId, newWebhook);
}

export async function updateWebhook(db: Db, contaId: string, newWebhook: NewWebhook): Promise<void> {
  const { id, url, descricao, tipos, empresas } = newWebhook;
  await updateRow(db, contaId, id)
    .set({ url, descricao, tipos: [...tipos], restrito: empresas !== null })
    .execute();
  await replaceEmpresas(db, contaId, newWebhook);
}

function updateRow(db: Db, contaId: string, id: string) {
  return db.updateTable("webhook").where("contaId", "=", contaId).where("id", "=", id);
}

async function replaceEmpresas(db: Db, contaId: string, { id, empresas }: NewWebhook): Promise<void> {
  await db.deleteFrom("webhookEmpresa").where("contaId", "=", contaId).where("webhookId", "=", id).execute();
  if (empresas === null) return;
  await db
    .insertInto("webhookEmpresa")
    .columns(["contaId", "webhookId", "empresaId"])
    .expression(({ selectFrom, val }) =>
      selectFrom("empresa as e")
        .where("e.contaId", "=", contaId)
        .where("e.id", "=", anyOf(empresas))
        .select(["e.contaId", val(id).as("webhookId"), "e.id as empresaId"]),
    )
    .execute();
}

/** How many of these companies belong to the conta. */
export async function countEmpresas(db: Db, contaId: string, ids: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
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
  await db
    .updateTable("webhook as w")
    .from("contaSequencia as s")
    .where(({ and }) => and({ "w.contaId": contaId, "w.id": id, "s.contaId": contaId }))
    .set(({ ref }) => ({
      ativo: true,
      motivo: null,
      desativadoEm: null,
      falhasSeguidas: 0,
      pausadoAte: null,
      sequencia: ref(skipMissed ? "s.sequencia" : "w.sequencia"),
    }))
    .execute();
  await db
    .updateTable("webhookEntrega")
    .where(({ and }) => and({ contaId, webhookId: id, estado: "pendente" }))
    .set(skipMissed ? { estado: "falhou", proximaEm: null } : { proximaEm: now, ciclo: 0, primeiraEm: null })
    .execute();
}

/** Turns a webhook off for a reason.   @returns false when it was already off */
export async function turnOff(
  db: Db,
  contaId: string,
  { id, motivo, now }: { id: string; motivo: WebhookReason; now: Date },
): Promise<boolean> {
  const changed = await countChanged(
    updateRow(db, contaId, id).where("ativo", "=", true).set({ ativo: false, motivo, desativadoEm: now }),
  );
  return changed === 1;
}

export async function deleteWebhook(db: Db, contaId: string, id: string): Promise<boolean> {
  const deletion = db.deleteFrom("webhook").where("contaId", "=", contaId).where("id", "=", id);
  return (await countChanged(deletion)) === 1;
}

/** Replaces the secret; the previous one also signs until `anteriorAte`. */
export async function replaceSecret(
  db: Db,
  contaId: string,
  { id, sealed, anteriorAte }: { id: string; sealed: Uint8Array; anteriorAte: Date | null },
): Promise<void> {
  await updateRow(db, contaId, id)
    .set(({ ref }) => ({
      segredoSelado: sealed,
      anteriorAte,
      anteriorSelado: anteriorAte === null ? null : ref("segredoSelado"),
    }))
    .execute();
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
  const changed = await countChanged(
    updateRow(db, contaId, id).where("sequencia", "=", de).where("ativo", "=", true).set({ sequencia: ate }),
  );
  return changed === 1;
}

/** State of a webhook after an attempt. falhasAntes: failures in a row before it. */
export type ReceiverState = Pick<Row<"webhook">, "ativo" | "ultimaEntregaEm"> & { falhasAntes: number };

/** Update of a webhook w, whose row is locked. */
function updateReceiver(db: Db, contaId: string, id: string) {
  return db
    .updateTable("webhook as w")
    .from(({ selectFrom }) =>
      selectFrom("webhook")
        .where("contaId", "=", contaId)
        .where("id", "=", id)
        .select("falhasSeguidas as falhasAntes")
        .forNoKeyUpdate()
        .as("antes"),
    )
    .where("w.contaId", "=", contaId)
    .where("w.id", "=", id)
    .returning(["w.ativo", "w.ultimaEntregaEm", "antes.falhasAntes"]);
}

/**
 * Records that the receiver answered. entregueEm: when it accepted the delivery; null = it refused
 * it. Null when the webhook is deleted.
 */
export async function recordResponse(
  db: Db,
  contaId: string,
  { id, entregueEm }: { id: string; entregueEm: Date | null },
): Promise<ReceiverState | null> {
  const updated = await updateReceiver(db, contaId, id)
    .set(({ fn, val }) => ({
      falhasSeguidas: 0,
      pausadoAte: null,
      ultimaEntregaEm: fn.coalesce(val(entregueEm), "w.ultimaEntregaEm"),
    }))
    .executeTakeFirst();
  return updated ?? null;
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
  const updated = await updateReceiver(db, contaId, id)
    .set((eb) => {
      const falhasSeguidas = eb("w.falhasSeguidas", "+", 1);
      const pause = sql<Date>`${pausadoAte}::timestamptz`;
      return {
        falhasSeguidas,
        pausadoAte: eb.case().when(falhasSeguidas, ">=", pauseFrom).then(pause).end(),
      };
    })
    .executeTakeFirst();
  return updated ?? null;
}

/** Pauses a webhook until an instant; null ends the pause. */
export async function pauseWebhook(
  db: Db,
  contaId: string,
  { id, ate }: { id: string; ate: Date | null },
): Promise<void> {
  await updateRow(db, contaId, id).set({ pausadoAte: ate }).execute();
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
  return await selectReceivers(db, contaId, { tipo: "caixa", max })
    .where("w.restrito", "=", false)
    .select(["w.id", "w.ativo"])
    .execute();
}

function selectReceivers(db: Db, contaId: string, { tipo, max }: { tipo: WebhookType; max: number }) {
  return db
    .selectFrom("webhook as w")
    .where("w.contaId", "=", contaId)
    .where(({ ref }) => sql<boolean>`${tipo} = ANY (${ref("w.tipos")})`)
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("webhookEntrega as e")
          .whereRef("e.contaId", "=", "w.contaId")
          .whereRef("e.webhookId", "=", "w.id")
          .where("e.estado", "=", "pendente")
          .offset(max),
      ),
    )
    .orderBy("w.id");
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
  return await selectReceivers(db, contaId, { tipo: "prazo", max })
    .select(["w.id", "w.ativo", empresasOf(db).as("empresas")])
    .execute();
}

/** The conta's identifier, as the body names it. */
export async function findIdentificador(db: Db, contaId: string): Promise<string> {
  return (await findConta(db, contaId))?.identificador ?? "";
}

/** The company of each nota. */
export async function findNotaEmpresas(
  db: Db,
  contaId: string,
  notas: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(notas))
    .select(["id", "empresaId"])
    .execute();
  return new Map(rows.map(({ id, empresaId }) => [id, empresaId]));
}
