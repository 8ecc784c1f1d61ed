import { anyOf, type Db, type Row } from "../../db/index.ts";
import { monthOf } from "./conta.rules.ts";

/**
 * A conta's usage in a month. mes: its first day; avisado: threshold of the plan, in percent, last
 * alerted.
 */
export type UsageRow = Pick<Row<"usoMes">, "mes" | "documentos" | "emails" | "bytes" | "avisado">;

const NO_USAGE = { documentos: 0, emails: 0, bytes: 0, avisado: 0 };

/** The usage of the given months, in that order; all zeros for a month without usage. */
export async function findUsages(db: Db, contaId: string, months: readonly string[]): Promise<UsageRow[]> {
  const rows = await db
    .selectFrom("usoMes")
    .where("contaId", "=", contaId)
    .where("mes", "=", anyOf(months))
    .select(["mes", "documentos", "emails", "bytes", "avisado"])
    .execute();
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
  const conta = await db.selectFrom("conta").where("id", "=", contaId).select("uf").executeTakeFirst();
  if (!conta) throw new Error(`conta ${contaId} does not exist`);
  await db
    .insertInto("usoMes")
    .values({ contaId, mes: monthOf(now, conta.uf), emails, bytes })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "mes"]).doUpdateSet(({ eb, ref }) => ({
        emails: eb("usoMes.emails", "+", ref("excluded.emails")),
        bytes: eb("usoMes.bytes", "+", ref("excluded.bytes")),
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
  const { emails, bytes } = await db
    .selectFrom("email")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(({ fn }) => [fn.countAll<number>().as("emails"), fn.sum<number | null>("tamanho").as("bytes")])
    .executeTakeFirstOrThrow();
  await countStored(db, contaId, { emails, bytes: bytes ?? 0, agora: now });
}

/** Stores the last threshold that users were alerted about. */
export async function saveAlerted(
  db: Db,
  contaId: string,
  { mes, avisado }: Pick<UsageRow, "mes" | "avisado">,
): Promise<void> {
  await db
    .updateTable("usoMes")
    .set({ avisado })
    .where("contaId", "=", contaId)
    .where("mes", "=", mes)
    .execute();
}
