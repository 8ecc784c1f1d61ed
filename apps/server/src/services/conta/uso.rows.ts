import type { Sql } from "../../db/index.ts";
import { mesOf } from "./conta.rules.ts";

/**
 * A conta's usage in a month. mes: its first day; avisado: threshold of the plan, in percent, last
 * alerted.
 */
export type UsoRow = { mes: string; documentos: number; emails: number; bytes: number; avisado: number };

const NADA = { documentos: 0, emails: 0, bytes: 0, avisado: 0 };

/** The usage of the given months, in that order; all zeros for a month without usage. */
export async function findUsos(sql: Sql, contaId: string, meses: readonly string[]): Promise<UsoRow[]> {
  const rows = await sql.query<UsoRow>(
    "SELECT mes, documentos, emails, bytes, avisado FROM uso_mes WHERE conta_id = $1 AND mes = ANY ($2::date[])",
    [contaId, meses],
  );
  const known = new Map(rows.map((row) => [row.mes, row]));
  return meses.map((mes) => known.get(mes) ?? { mes, ...NADA });
}

/** Originals stored by a transaction: messages, and bytes of messages and of imported files. */
export type Guardado = { emails: number; bytes: number; agora: Date };

/**
 * Adds stored originals to the month of the conta's time zone.
 * @NOTE call it near the end of a transaction, never after publica: while this row is locked, wait for
 * no other lock
 */
export async function countGuardado(
  sql: Sql,
  contaId: string,
  { emails, bytes, agora }: Guardado,
): Promise<void> {
  if (emails === 0 && bytes === 0) return;
  const [conta] = await sql.query<{ uf: string }>("SELECT uf FROM conta WHERE id = $1", [contaId]);
  if (!conta) throw new Error(`conta ${contaId} does not exist`);
  await sql.execute(
    `INSERT INTO uso_mes AS u (conta_id, mes, emails, bytes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, mes) DO UPDATE SET emails = u.emails + excluded.emails, bytes = u.bytes + excluded.bytes`,
    [contaId, mesOf(agora, conta.uf), emails, bytes],
  );
}

/** Counts messages that the transaction has just stored.   @NOTE as {@link countGuardado} */
export async function countEmails(
  sql: Sql,
  contaId: string,
  { ids, agora }: { ids: readonly string[]; agora: Date },
): Promise<void> {
  const [sum] = await sql.query<{ emails: number; bytes: number }>(
    "SELECT count(*) AS emails, coalesce(sum(tamanho), 0)::bigint AS bytes FROM email WHERE conta_id = $1 AND id = ANY ($2::uuid[])",
    [contaId, ids],
  );
  if (sum) await countGuardado(sql, contaId, { ...sum, agora });
}

/** Stores the last threshold that users were alerted about. */
export async function saveAvisado(
  sql: Sql,
  contaId: string,
  { mes, avisado }: Pick<UsoRow, "mes" | "avisado">,
): Promise<void> {
  await sql.execute("UPDATE uso_mes SET avisado = $3 WHERE conta_id = $1 AND mes = $2", [
    contaId,
    mes,
    avisado,
  ]);
}
