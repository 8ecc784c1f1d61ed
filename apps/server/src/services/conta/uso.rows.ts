import type { Sql } from "../../db/index.ts";
import { mesOf } from "./conta.rules.ts";

/** What a conta used in a month. mes: its first day; avisado: the part of the plan, in percent, of which its people were last told. */
export type UsoRow = { mes: string; documentos: number; emails: number; bytes: number; avisado: number };

const NADA = { documentos: 0, emails: 0, bytes: 0, avisado: 0 };

/** The months asked for, in that order; one in which nothing was used is all zeros. */
export async function findUsos(sql: Sql, contaId: string, meses: readonly string[]): Promise<UsoRow[]> {
  const rows = await sql.query<UsoRow>(
    "SELECT mes, documentos, emails, bytes, avisado FROM uso_mes WHERE conta_id = $1 AND mes = ANY ($2::date[])",
    [contaId, meses],
  );
  const known = new Map(rows.map((row) => [row.mes, row]));
  return meses.map((mes) => known.get(mes) ?? { mes, ...NADA });
}

/** Originals that a transaction keeps: messages, and bytes of messages and of files that were sent. */
export type Guardado = { emails: number; bytes: number; agora: Date };

/**
 * Counts what is kept towards the month of the conta's own clock.
 * @NOTE near the end of a transaction, and never after publica: whoever holds this row waits for nothing else
 */
export async function countGuardado(
  sql: Sql,
  contaId: string,
  { emails, bytes, agora }: Guardado,
): Promise<void> {
  if (emails === 0 && bytes === 0) return;
  const [conta] = await sql.query<{ uf: string }>("SELECT uf FROM conta WHERE id = $1", [contaId]);
  if (!conta) throw new Error(`conta ${contaId} is not there`);
  await sql.execute(
    `INSERT INTO uso_mes AS u (conta_id, mes, emails, bytes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, mes) DO UPDATE SET emails = u.emails + excluded.emails, bytes = u.bytes + excluded.bytes`,
    [contaId, mesOf(agora, conta.uf), emails, bytes],
  );
}

/** Counts messages that a transaction has just kept.   @NOTE as {@link countGuardado} */
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

/** Writes down of which part of the plan people were told. */
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
