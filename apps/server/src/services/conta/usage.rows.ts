import { sql } from "kysely";
import { anyOf, type Db, type Row } from "../../db/index.ts";
import { findConta } from "./conta.rows.ts";
import { monthOf } from "./conta.rules.ts";

/**
 * A conta's usage in a month. mes: its first day; avisado: threshold of the plan, in percent, last
 * alerted.
 */
export type UsageRow = Omit<Row<"usoMes">, "contaId">;

const NO_USAGE = { documentos: 0, emails: 0, bytes: 0, avisado: 0 };

/** The usage of the given months, in that order; all zeros for a month without usage. */
export async function findUsages(db: Db, contaId: string, months: readonly string[]): Promise<UsageRow[]> {
  const usages = db.selectFrom("usoMes").where("contaId", "=", contaId).where("mes", "=", anyOf(months));
  const rows = await usages.select(["mes", "documentos", "emails", "bytes", "avisado"]).execute();
  const known = new Map(rows.map((row) => [row.mes, row]));
  return months.map((mes) => known.get(mes) ?? { mes, ...NO_USAGE });
}

/** Originals stored by a transaction: messages, and bytes of messages and of imported files. */
export type StoredOriginals = { emails: number; bytes: number; agora: Date };

/**
 * Adds stored originals to the month of the conta's time zone.
 * @NOTE call it near the end of a transaction, never after publica: while this row is locked, wait for
 * no other lock
 */
export async function countStored(
  db: Db,
  contaId: string,
  { emails, bytes, agora: now }: StoredOriginals,
): Promise<void> {
  if (emails === 0 && bytes === 0) return;
  const conta = await findConta(db, contaId);
  if (conta === null) throw new Error(`conta ${contaId} does not exist`);
  await db
    .insertInto("usoMes")
    .values({ contaId, mes: monthOf(now, conta.uf), emails, bytes })
    .onConflict((c) =>
      c.columns(["contaId", "mes"]).doUpdateSet((eb) => ({
        emails: eb("usoMes.emails", "+", eb.ref("excluded.emails")),
        bytes: eb("usoMes.bytes", "+", eb.ref("excluded.bytes")),
      })),
    )
    .execute();
}

/** Counts messages that the transaction has just stored.   @NOTE as {@link countStored} */
export async function countEmails(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  const sum = await db
    .selectFrom("email")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(({ fn, ref }) => [
      fn.countAll<number>().as("emails"),
      sql<number>`coalesce(sum(${ref("tamanho")}), 0)::bigint`.as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  await countStored(db, contaId, { ...sum, agora: now });
}

/** Stores the last threshold that users were alerted about. */
export async function saveAlerted(
  db: Db,
  contaId: string,
  { mes, avisado }: Pick<UsageRow, "mes" | "avisado">,
): Promise<void> {
  const usage = db.updateTable("usoMes").where(({ and }) => and({ contaId, mes }));
  await usage.set({ avisado }).execute();
}
