import type { Db } from "../../db/index.ts";
import { monthOf } from "./conta.rules.ts";

/**
 * A conta's usage in a month. mes: its first day; avisado: threshold of the plan, in percent, last
 * alerted.
 */
export type UsageRow = { mes: string; documentos: number; emails: number; bytes: number; avisado: number };

const NO_USAGE = { documentos: 0, emails: 0, bytes: 0, avisado: 0 };

/** The usage of the given months, in that order; all zeros for a month without usage. */
export async function findUsages(db: Db, contaId: string, months: readonly string[]): Promise<UsageRow[]> {
  const rows = await db.query<UsageRow>(
    "SELECT mes, documentos, emails, bytes, avisado FROM uso_mes WHERE conta_id = $1 AND mes = ANY ($2::date[])",
    [contaId, months],
  );
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
  const [conta] = await db.query<{ uf: string }>("SELECT uf FROM conta WHERE id = $1", [contaId]);
  if (!conta) throw new Error(`conta ${contaId} does not exist`);
  await db.execute(
    `INSERT INTO uso_mes AS u (conta_id, mes, emails, bytes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, mes) DO UPDATE SET emails = u.emails + excluded.emails, bytes = u.bytes + excluded.bytes`,
    [contaId, monthOf(now, conta.uf), emails, bytes],
  );
}

/** Counts messages that the transaction has just stored.   @NOTE as {@link countStored} */
export async function countEmails(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  const [sum] = await db.query<{ emails: number; bytes: number }>(
    "SELECT count(*) AS emails, coalesce(sum(tamanho), 0)::bigint AS bytes FROM email WHERE conta_id = $1 AND id = ANY ($2::uuid[])",
    [contaId, ids],
  );
  if (sum) await countStored(db, contaId, { ...sum, agora: now });
}

/** Stores the last threshold that users were alerted about. */
export async function saveAlerted(
  db: Db,
  contaId: string,
  { mes, avisado }: Pick<UsageRow, "mes" | "avisado">,
): Promise<void> {
  await db.execute("UPDATE uso_mes SET avisado = $3 WHERE conta_id = $1 AND mes = $2", [
    contaId,
    mes,
    avisado,
  ]);
}
