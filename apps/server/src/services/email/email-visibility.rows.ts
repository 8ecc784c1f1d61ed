import type { Db } from "../../db/index.ts";
import type { Caller } from "../handler.ts";

type Viewer = Pick<Caller, "contaId" | "empresas">;

/** The counts of a partly visible e-mail: of its visible parts. */
export type PartCounts = { partes: number; extraidos: number; problemas: number };

/**
 * SQL condition for a restricted user: all parts of this e-mail (e) are visible. False while it is
 * being read or when reading had to stop: it may still bring invisible parts, as may an unreadable
 * part.
 */
export const FULLY_VISIBLE = `(e.estado = 'lido' AND NOT EXISTS (
  SELECT FROM restrito_parte p WHERE p.conta_id = e.conta_id AND p.email_id = e.id AND NOT p.visivel))`;

/**
 * The e-mails that are only partly visible to the caller, who gets the visible parts but neither body
 * nor original. Row security hides the other parts; body, summary and counts are columns of the row
 * itself.
 */
export async function findPartlyVisible(
  db: Db,
  { contaId, empresas }: Viewer,
  emailIds: readonly string[],
): Promise<Map<string, PartCounts>> {
  if (empresas === null || emailIds.length === 0) return new Map();
  const rows = await db.query<{ id: string } & PartCounts>(
    `SELECT e.id, count(*) FILTER (WHERE a.caminho <> '0') AS partes, count(a.documento_id) AS extraidos,
       count(*) FILTER (WHERE a.destino IN ('quarentena', 'erro')) AS problemas
     FROM email e LEFT JOIN anexo a ON a.conta_id = e.conta_id AND a.email_id = e.id
     WHERE e.conta_id = $1 AND e.id = ANY ($2::uuid[]) AND NOT ${FULLY_VISIBLE} GROUP BY e.id`,
    [contaId, emailIds],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
