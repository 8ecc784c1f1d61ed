import { sql } from "kysely";
import type { Db, Row } from "../../db/index.ts";
import type { MailHabit } from "./caixa-health.rules.ts";

/** A mailbox that is checked for silence. */
export type CheckedCaixa = Pick<Row<"caixaEmail">, "id" | "descricao" | "servidor" | "usuario">;

/**
 * The conta's mailboxes to check for silence. Excludes a mailbox with an error, which explains the
 * silence; one already reported; and one whose poll runs or is due, since its mail may be incomplete.
 */
export async function findCaixasToCheck(db: Db, contaId: string, now: Date): Promise<CheckedCaixa[]> {
  return await db
    .selectFrom("caixaEmail as x")
    .where("x.contaId", "=", contaId)
    .where("x.apagadaEm", "is", null)
    .where("x.erroDesde", "is", null)
    .where("x.silenciosaDesde", "is", null)
    .where(({ selectFrom, exists, not }) =>
      not(
        exists(
          selectFrom("tarefa as t")
            .where("t.contaId", "=", contaId)
            .where("t.tipo", "=", "poll")
            .where((eb) => eb("t.alvo", "=", eb.cast<string>("x.id", "text")))
            .where((eb) =>
              eb.or([
                eb("t.estado", "=", "entregue"),
                eb.and([eb("t.estado", "=", "pendente"), eb("t.venceEm", "<=", now)]),
              ]),
            ),
        ),
      ),
    )
    .orderBy("x.id")
    .select(["x.id", "x.descricao", "x.servidor", "x.usuario"])
    .execute();
}

/**
 * Statistics of a mailbox's mail since `since`, by send date, or by first sight if that is earlier.
 * Not by arrival here: the first poll brings years of mail in an hour.
 */
export async function findHabit(
  db: Db,
  contaId: string,
  { caixaId, since }: { caixaId: string; since: Date },
): Promise<MailHabit> {
  const messages = db
    .selectFrom("caixaMensagem as m")
    .innerJoin("email as e", (on) => on.on("e.contaId", "=", contaId).onRef("e.id", "=", "m.emailId"))
    .where("m.contaId", "=", contaId)
    .where("m.caixaId", "=", caixaId)
    .where("m.vistaEm", ">=", since)
    .select(({ fn }) => fn<Date>("least", ["e.data", "m.vistaEm"]).as("quando"));
  const gaps = db
    .selectFrom(messages.as("q"))
    .where("q.quando", ">=", since)
    .select((eb) => {
      const before = eb.fn.agg<Date>("lag", ["q.quando"]).over((over) => over.orderBy("q.quando"));
      return ["q.quando", sql<unknown>`${eb.ref("q.quando")} - ${before}`.as("pausa")];
    });
  return await db
    .selectFrom(gaps.as("p"))
    .select(({ fn, ref }) => [
      fn.countAll<number>().as("mensagens"),
      fn.max<Date | null>("p.quando").as("ultima"),
      sql<number>`coalesce(max(extract(epoch FROM ${ref("p.pausa")})) * 1000, 0)::float8`.as("maiorPausaMs"),
    ])
    .executeTakeFirstOrThrow();
}

/** Stores since when a mailbox is silent. */
export async function saveSilence(
  db: Db,
  contaId: string,
  { caixaId, since }: { caixaId: string; since: Date },
): Promise<void> {
  await db
    .updateTable("caixaEmail")
    .where("contaId", "=", contaId)
    .where("id", "=", caixaId)
    .set({ silenciosaDesde: since })
    .execute();
}
