import type { Sql } from "../../db/index.ts";
import type { Caller } from "../handler.ts";

/**
 * Which of these e-mails also brought documents that the caller does not see: of them they see their own parts, and neither body nor
 * original. Row security hides the other parts; body and summary are columns of the row itself.
 */
export async function findParciais(
  sql: Sql,
  { contaId, empresas }: Pick<Caller, "contaId" | "empresas">,
  emailIds: readonly string[],
): Promise<Set<string>> {
  if (empresas === null || emailIds.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT email_id AS id FROM restrito_parte WHERE conta_id = $1 AND email_id = ANY ($2::uuid[]) AND NOT visivel`,
    [contaId, emailIds],
  );
  return new Set(rows.map(({ id }) => id));
}
