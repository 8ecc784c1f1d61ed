import { type RawBuilder, sql } from "kysely";
import { countChanged, type Db, notExists, refsOf } from "../../db/index.ts";
import { isDivergente } from "./delivery.rows.ts";

/** The delivery is the last divergence sent of a nota that is still open: without it, its end would not be
 * sent. */
function isOpenDivergencia(db: Db, delivery: string): RawBuilder<boolean> {
  const x = refsOf("webhookEntrega", delivery);
  const later = db
    .selectFrom("webhookEntrega as d")
    .where("d.contaId", "=", x("contaId"))
    .where("d.webhookId", "=", x("webhookId"))
    .where("d.notaId", "=", x("notaId"))
    .where("d.tipo", "=", "divergencia")
    .where("d.sequencia", ">", x("sequencia"));
  return sql`(${x("tipo")} = 'divergencia' AND ${isDivergente(delivery)} AND ${notExists(later)})`;
}

/** Limits of the log. before: deletes older ones; keepMax: per webhook; limite: deletes of each kind. */
type Expiry = { before: Date; keepMax: number; limite: number };

/**
 * Deletes expired deliveries, those beyond the number kept per webhook, and finished tasks.
 * @returns how many deliveries
 */
export async function deleteExpired(
  db: Db,
  contaId: string,
  { tasksBefore, ...expiry }: Expiry & { tasksBefore: Date },
): Promise<number> {
  await db
    .deleteFrom("tarefa")
    .where(({ and }) => and({ contaId, tipo: "webhook", estado: "feita" }))
    .where("terminadaEm", "<", tasksBefore)
    .execute();
  const expired = db
    .selectFrom("webhook as w")
    .innerJoinLateral(selectExpired(db, contaId, expiry).as("v"), (join) => join.onTrue())
    .where("w.contaId", "=", contaId)
    .select("v.id");
  return await countChanged(
    db
      .deleteFrom("webhookEntrega as e")
      .using(expired.as("velhas"))
      .where("e.contaId", "=", contaId)
      .whereRef("e.id", "=", "velhas.id"),
  );
}

/** Expired deliveries of the webhook w of the statement, and those beyond the number kept. */
function selectExpired(db: Db, contaId: string, { before, keepMax, limite }: Expiry) {
  const webhookId = refsOf("webhook", "w")("id");
  const old = db
    .selectFrom("webhookEntrega as a")
    .where("a.contaId", "=", contaId)
    .where("a.webhookId", "=", webhookId)
    .where("a.criadoEm", "<", before)
    .where("a.estado", "<>", "pendente")
    .where(({ not }) => not(isOpenDivergencia(db, "a")))
    .select("a.id")
    .orderBy("a.criadoEm")
    .limit(limite);
  const beyond = db
    .selectFrom("webhookEntrega as k")
    .where("k.contaId", "=", contaId)
    .where("k.webhookId", "=", webhookId)
    .selectAll("k")
    .orderBy("k.criadoEm", "desc")
    .orderBy("k.id", "desc")
    .offset(keepMax);
  const last = db
    .selectFrom(beyond.as("b"))
    .where("b.estado", "<>", "pendente")
    .where(({ not }) => not(isOpenDivergencia(db, "b")))
    .select("b.id")
    .limit(limite);
  return db
    .selectFrom(old.as("o"))
    .select("o.id")
    .union(db.selectFrom(last.as("l")).select("l.id"));
}
