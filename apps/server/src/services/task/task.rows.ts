import { sql } from "kysely";
import {
  countChanged,
  type Db,
  expressionsOf,
  fixedStatement,
  newId,
  type OrPlaceholder,
  type Row,
  type StatementBuilder,
  unnestObjects,
} from "../../db/index.ts";
import type { WaitReason } from "../../errors.ts";
import { isMailboxCause } from "../../failure-cause.ts";
import { countFailure, doubledMs, isExhausted, type TaskType, waitMs } from "./task.rules.ts";

/** A task to plan. cota: a resource with limited concurrency over all contas (mail server, authorizer). */
export type NewTask = { tipo: TaskType; alvo: string; venceEm: Date; cota?: string };

/** One delivery of a task; an outdated tentativa changes nothing. */
export type TaskDelivery = { tarefaId: string; tentativa: number };

/** The state of a task at its start. falhas: earlier attempts that failed. */
export type StartedTask = Pick<Row<"tarefa">, "tipo" | "alvo" | "cota" | "falhas">;

/** The end of an attempt. */
export type AttemptEnd = { now: Date; resultado?: string };

const PENDENTE = sql.lit("pendente" as const);
/** States of an open task: constants, as in the index tarefa_aberta_key. */
export const OPEN_STATES = [PENDENTE, sql.lit("entregue" as const)];

type IdentifiedTask = NewTask & { id: string; cota: string };

const PLAN = fixedStatement<{ contaId: string; tasks: readonly IdentifiedTask[] }>()(
  (db, { contaId, tasks }) =>
    db
      .insertInto("tarefa")
      .columns(["contaId", "id", "tipo", "alvo", "venceEm", "cota", "criadoEm"])
      .expression(
        db
          .selectFrom(selectEarliest(db, tasks).as("n"))
          .select([contaId.as("contaId"), "n.id", "n.tipo", "n.alvo", "n.venceEm", "n.cota"])
          .select(sql<Date>`now()`.as("criadoEm"))
          // In key order, so that two transactions that plan the same alvos do not deadlock.
          .orderBy("n.tipo")
          .orderBy("n.alvo"),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["contaId", "tipo", "alvo"])
          .where("estado", "in", OPEN_STATES)
          .doUpdateSet(({ eb, fn, ref }) => {
            const known = eb.case("tarefa.estado");
            return {
              venceEm: known
                .when("pendente")
                .then(fn<Date>("least", ["tarefa.venceEm", "excluded.venceEm"]))
                .else(ref("tarefa.venceEm"))
                .end(),
              proximaEm: known
                .when("entregue")
                .then(fn<Date>("least", ["tarefa.proximaEm", "excluded.venceEm"]))
                .end(),
              cota: eb
                .case("excluded.cota")
                .when("")
                .then(ref("tarefa.cota"))
                .else(ref("excluded.cota"))
                .end(),
            };
          }),
      ),
);

/**
 * Upserts the open task of each (tipo, alvo): a pending one becomes due earlier, a running one is due
 * again when it ends. Call it in the transaction that wrote the task's subject, before `publica`.
 */
export async function planTasks(db: Db, contaId: string, newTasks: readonly NewTask[]): Promise<void> {
  if (newTasks.length === 0) return;
  const tasks = newTasks.map((task) => ({ cota: "", ...task, id: newId() }));
  await PLAN.change(db, { contaId, tasks });
}

/** The earliest task of each (tipo, alvo). */
function selectEarliest(db: StatementBuilder, tasks: OrPlaceholder<readonly IdentifiedTask[]>) {
  const fields = { id: "uuid", tipo: "text", alvo: "text", venceEm: "timestamptz", cota: "text" } as const;
  return db
    .selectFrom(unnestObjects("u", tasks, fields))
    .distinctOn(["u.tipo", "u.alvo"])
    .selectAll()
    .orderBy("u.tipo")
    .orderBy("u.alvo")
    .orderBy("u.venceEm");
}

/** Condition on a task: it runs this delivery. */
function runs(contaId: string, { tarefaId: id, tentativa }: TaskDelivery) {
  return expressionsOf("tarefa", "tarefa").and({ contaId, id, tentativa, estado: "entregue" });
}

/**
 * Starts a delivery, once.
 * @returns null when it is outdated: a later delivery exists, or it has begun or ended
 */
export async function beginTask(
  db: Db,
  contaId: string,
  { executor, now, ate, ...delivery }: TaskDelivery & { executor: number; now: Date; ate: Date },
): Promise<StartedTask | null> {
  const started = await db
    .updateTable("tarefa")
    .where(runs(contaId, delivery))
    .where("iniciadaEm", "is", null)
    .set({ iniciadaEm: now, executor, arrendadaAte: ate })
    .returning(["tipo", "alvo", "cota", "falhas"])
    .executeTakeFirst();
  return started ?? null;
}

/**
 * Ends a successful attempt. Call it in the transaction of its result, if possible.
 * @returns false when the delivery is outdated
 */
export async function finishTask(db: Db, contaId: string, end: TaskDelivery & AttemptEnd): Promise<boolean> {
  return await close(db, contaId, { ...end, estado: "feita" });
}

const NOT_STARTED = { proximaEm: null, executor: null, arrendadaAte: null, iniciadaEm: null } as const;
const PENDING = { estado: "pendente", ...NOT_STARTED } as const;

/**
 * Ends a failed attempt. espera: what it waits for now; awayMs: wait requested by an outage, null =
 * the attempt itself failed; dobraAteMs: upper limit of doubling awayMs for consecutive outages. A
 * task without further attempts stays with its process, which gives it up.
 * @returns "repetir" with the next attempt planned, "desistir" without one, "atrasada" when the
 * delivery is outdated
 */
export async function failTask(
  db: Db,
  contaId: string,
  end: TaskDelivery & {
    now: Date;
    resultado: string;
    espera: WaitReason;
    /** A failure code. */
    causa: string;
    awayMs: number | null;
    dobraAteMs?: number | null;
  },
): Promise<"repetir" | "desistir" | "atrasada"> {
  const found = await db
    .selectFrom("tarefa")
    .where(runs(contaId, end))
    .select(["tipo", "falhas", "ausencias"])
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return "atrasada";
  const { falhas, ausencias } = countFailure(found, end.awayMs !== null);
  const ends = isExhausted(found.tipo, { falhas, ausencias });
  const awayMs = doubledMs(end.awayMs, { ausencias, ateMs: end.dobraAteMs ?? null });
  const wait = waitMs(found.tipo, { falhas, ausencias }, awayMs);
  const { resultado, espera, causa, now } = end;
  const falhouEm = isMailboxCause(causa) ? null : now;
  await db
    .updateTable("tarefa")
    .where(runs(contaId, end))
    .set({ falhas, ausencias, resultado, espera, causa, falhouEm })
    .$if(!ends, (failed) => failed.set({ ...PENDING, venceEm: new Date(now.getTime() + wait) }))
    .execute();
  return ends ? "desistir" : "repetir";
}

/**
 * Defers an attempt: the task returns to the queue, and neither a failure nor an outage is counted.
 * @returns false when the delivery is outdated
 */
export async function deferTask(
  db: Db,
  contaId: string,
  { venceEm, resultado, ...delivery }: TaskDelivery & { venceEm: Date; resultado: string },
): Promise<boolean> {
  const deferred = db.updateTable("tarefa").where(runs(contaId, delivery));
  const changed = await countChanged(deferred.set({ ...PENDING, venceEm, resultado, espera: "pedida" }));
  return changed === 1;
}

/** Gives up a task; a run planned meanwhile remains. @returns false when the delivery is outdated */
export async function giveUpTask(db: Db, contaId: string, end: TaskDelivery & AttemptEnd): Promise<boolean> {
  return await close(db, contaId, { ...end, estado: "desistiu" });
}

/** Resolves a given-up task that is done again: it no longer counts as a failure. */
export async function resolveTask(db: Db, contaId: string, tarefaId: string): Promise<void> {
  await db
    .updateTable("tarefa")
    .where(({ and }) => and({ contaId, id: tarefaId, estado: "desistiu" }))
    .set({ falhouEm: null })
    .execute();
}

type Closing = TaskDelivery & AttemptEnd & { estado: "feita" | "desistiu" };

async function close(db: Db, contaId: string, end: Closing): Promise<boolean> {
  const { n } = await db
    .with("fim", () => updateClosed(db, contaId, end).returning(["tipo", "alvo"]))
    // Success resolves earlier given-up tasks of the same alvo: the operator need not look at them.
    .with("resolvidas", (afterwards) =>
      afterwards
        .updateTable("tarefa as t")
        .from("fim")
        .where(({ lit }) => lit(end.estado === "feita"))
        .where("t.contaId", "=", contaId)
        .whereRef("t.tipo", "=", "fim.tipo")
        .whereRef("t.alvo", "=", "fim.alvo")
        .where("t.estado", "=", sql.lit("desistiu" as const))
        .where("t.falhouEm", "is not", null)
        .set({ falhouEm: null }),
    )
    .selectFrom("fim")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n === 1;
}

/**
 * Closes a task, or makes it pending for a run planned meanwhile: then a given-up task starts to count
 * anew.
 */
function updateClosed(db: Db, contaId: string, end: Closing) {
  const { estado, now, resultado = null } = end;
  const closed = db
    .updateTable("tarefa")
    .where(runs(contaId, end))
    .set(({ eb, fn }) => ({
      estado: eb.case().when("proximaEm", "is", null).then(estado).else(PENDENTE).end(),
      terminadaEm: eb.case().when("proximaEm", "is", null).then(sql<Date>`${now}::timestamptz`).end(),
      venceEm: fn.coalesce("proximaEm", "venceEm"),
    }))
    .set({ ...NOT_STARTED, resultado, espera: null, mortes: 0 });
  if (estado === "feita") return closed.set({ falhouEm: null, causa: null, falhas: 0, ausencias: 0 });
  return closed.set(({ eb, ref }) => ({
    falhouEm: now,
    falhas: eb.case().when("proximaEm", "is", null).then(ref("falhas")).else(0).end(),
    ausencias: eb.case().when("proximaEm", "is", null).then(ref("ausencias")).else(0).end(),
  }));
}
