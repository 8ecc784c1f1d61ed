import { type RawBuilder, sql } from "kysely";
import { countChanged, type Db, notExists, type Row, refsOf } from "../../db/index.ts";
import type { Attempt } from "./webhook.rules.ts";

type Delivery = Row<"webhookEntrega">;

/** A delivery that is due now. ciclo, primeiraEm: as before this attempt. */
export type DueDelivery = Pick<Delivery, "id" | "corpo" | "ciclo" | "primeiraEm">;

/**
 * Pending deliveries of a webhook that no other one precedes. Deliveries of one nota, and of one mailbox,
 * leave in order.
 */
function selectFirst(db: Db, contaId: string, webhookId: string) {
  const [a, e] = [refsOf("webhookEntrega", "a"), refsOf("webhookEntrega", "e")];
  const ofNota = selectBlocking(db)
    .where("a.notaId", "=", e("notaId"))
    .where(sql<boolean>`(${a("sequencia")}, ${a("id")}) < (${e("sequencia")}, ${e("id")})`);
  const ofCaixa = selectBlocking(db)
    .where("a.caixaId", "=", e("caixaId"))
    .where(sql<boolean>`(${a("criadoEm")}, ${a("id")}) < (${e("criadoEm")}, ${e("id")})`);
  return db
    .selectFrom("webhookEntrega as e")
    .where(({ and }) => and({ "e.contaId": contaId, "e.webhookId": webhookId, "e.estado": "pendente" }))
    .where(notExists(ofNota))
    .where(notExists(ofCaixa));
}

/**
 * Pending deliveries that block the ones behind them, of the webhook of a delivery e. One refused twice does
 * not block; without an HTTP status, nothing was refused.
 */
function selectBlocking(db: Db) {
  const e = refsOf("webhookEntrega", "e");
  return db
    .selectFrom("webhookEntrega as a")
    .where("a.contaId", "=", e("contaId"))
    .where("a.webhookId", "=", e("webhookId"))
    .where("a.estado", "=", "pendente")
    .where(({ eb, and, not }) =>
      not(
        and([
          eb("a.ciclo", ">=", 2),
          eb("a.status", "is not", null),
          eb.between("a.status", 300, 499),
          eb("a.status", "<>", 429),
        ]),
      ),
    );
}

/**
 * Query of due deliveries. giveUpBefore: null = feed order; otherwise
 * the cut-off that orders those of an unavailable receiver.
 */
type DueQuery = { webhookId: string; now: Date; limite: number; giveUpBefore: Date | null };

/** Due deliveries of a webhook, in feed order or in the order for an unavailable receiver. */
export async function findDueDeliveries(
  db: Db,
  contaId: string,
  { webhookId, now, limite, giveUpBefore }: DueQuery,
): Promise<DueDelivery[]> {
  const due = selectFirst(db, contaId, webhookId)
    .where("e.proximaEm", "<=", now)
    .select(["e.id", "e.corpo", "e.ciclo", "e.primeiraEm"]);
  const ordered =
    giveUpBefore === null
      ? due
      : due.orderBy(isFinalAttempt(db, contaId, { webhookId, giveUpBefore }), "desc").orderBy("e.ciclo");
  return await ordered
    .orderBy("e.sequencia", (order) => order.asc().nullsFirst())
    .orderBy("e.id")
    .limit(limite)
    .execute();
}

/**
 * Of an unavailable receiver, a delivery e begun before `giveUpBefore` with no success since: its next
 * attempt is the last.
 */
function isFinalAttempt(
  db: Db,
  contaId: string,
  { webhookId, giveUpBefore }: { webhookId: string; giveUpBefore: Date },
): RawBuilder<boolean> {
  const primeiraEm = refsOf("webhookEntrega", "e")("primeiraEm");
  const delivered = db
    .selectFrom("webhook as w")
    .where("w.contaId", "=", contaId)
    .where("w.id", "=", webhookId)
    .where("w.ultimaEntregaEm", ">=", primeiraEm);
  return sql`coalesce(${primeiraEm} <= ${giveUpBefore} AND ${notExists(delivered)}, false)`;
}

/** Pending deliveries of a webhook. novas: not attempted yet. */
export async function countPending(
  db: Db,
  contaId: string,
  webhookId: string,
): Promise<{ todas: number; novas: number }> {
  return await db
    .selectFrom("webhookEntrega")
    .where(({ and }) => and({ contaId, webhookId, estado: "pendente" }))
    .select(({ fn }) => [
      fn.countAll<number>().as("todas"),
      fn.countAll<number>().filterWhere("ciclo", "=", 0).as("novas"),
    ])
    .executeTakeFirstOrThrow();
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
  const rows = await db
    .selectFrom("webhookEntrega as e")
    .where("e.contaId", "=", contaId)
    .where("e.webhookId", "=", webhookId)
    .where("e.estado", "<>", "entregue")
    .where("e.tipo", "<>", "teste")
    .where("e.ultimaEm", "is not", null)
    .where(({ eb, and, selectFrom }) => {
      if (desde === null) return and([]);
      const delivered = selectFrom("webhookEntrega as t")
        .where(({ and }) => and({ "t.contaId": contaId, "t.webhookId": webhookId, "t.estado": "entregue" }))
        .select("t.tipo");
      return and([eb("e.ultimaEm", ">", desde), eb("e.tipo", "in", delivered)]);
    })
    .limit(atLeast)
    .execute();
  return rows.length >= atLeast;
}

/** When the next unblocked delivery of a webhook is due; null when none is. */
export async function findNextDue(db: Db, contaId: string, webhookId: string): Promise<Date | null> {
  const { proximaEm } = await selectFirst(db, contaId, webhookId)
    .select(({ fn }) => fn.min("e.proximaEm").as("proximaEm"))
    .executeTakeFirstOrThrow();
  return proximaEm;
}

/**
 * Result of an attempt. estado: the new state; proximaEm: the next attempt, or null when none is planned.
 */
export type RecordedAttempt = Pick<Delivery, "id" | "estado" | "proximaEm"> & {
  tentativa: Attempt;
  primeiraEm: Date;
  now: Date;
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
  const changed = await countChanged(
    db
      .updateTable("webhookEntrega")
      .where(({ and }) => and({ contaId, id, estado: "pendente" }))
      .set((eb) => ({
        estado,
        tentativas: eb("tentativas", "+", 1),
        ciclo: eb("ciclo", "+", 1),
        primeiraEm,
        ultimaEm: now,
        proximaEm,
        status,
        ms,
        erro,
        resposta,
      })),
  );
  return changed === 1;
}

/** An operator makes all failed deliveries due now, whatever the receiver answered. */
export async function makeFailedDue(
  db: Db,
  contaId: string,
  { webhookId, now }: { webhookId: string; now: Date },
): Promise<void> {
  await makeDue(db, contaId, { webhookId, now }).where("ciclo", ">", 0).execute();
}

function makeDue(db: Db, contaId: string, { webhookId, now }: { webhookId: string; now: Date }) {
  return db
    .updateTable("webhookEntrega")
    .set({ proximaEm: now })
    .where(({ and }) => and({ contaId, webhookId, estado: "pendente" }))
    .where("proximaEm", ">", now);
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
  await makeDue(db, contaId, { webhookId, now })
    .where(({ eb, or }) => or([eb("status", "is", null), eb("status", "in", [429, 502, 503, 504])]))
    .execute();
}
