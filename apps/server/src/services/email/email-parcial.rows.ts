import type { Sql } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import type { EmailLinhaRow } from "./email.rows.ts";

type Quem = Pick<Caller, "contaId" | "empresas">;

/** What an e-mail that is seen in part counts: the parts that are seen. */
export type Contagem = Pick<EmailLinhaRow, "partes" | "extraidos" | "problemas">;

/**
 * For a query of somebody who sees some companies only: whether this e-mail (e) is theirs as a whole, to its last part. One that is still being
 * read, or had to stop, may yet bring what they may not see, and so may a part that could not be read.
 */
export const INTEIRO = `(e.estado = 'lido' AND NOT EXISTS (
  SELECT FROM restrito_parte p WHERE p.conta_id = e.conta_id AND p.email_id = e.id AND NOT p.visivel))`;

/**
 * Which of these e-mails the caller does not see as a whole: of them they see their own parts, and neither body nor original. Row security
 * hides the other parts; body, summary and counts are columns of the row itself.
 */
export async function findParciais(
  sql: Sql,
  { contaId, empresas }: Quem,
  emailIds: readonly string[],
): Promise<Map<string, Contagem>> {
  if (empresas === null || emailIds.length === 0) return new Map();
  const rows = await sql.query<{ id: string } & Contagem>(
    `SELECT e.id, count(*) FILTER (WHERE a.caminho <> '0') AS partes, count(a.documento_id) AS extraidos,
       count(*) FILTER (WHERE a.destino IN ('quarentena', 'erro')) AS problemas
     FROM email e LEFT JOIN anexo a ON a.conta_id = e.conta_id AND a.email_id = e.id
     WHERE e.conta_id = $1 AND e.id = ANY ($2::uuid[]) AND NOT ${INTEIRO} GROUP BY e.id`,
    [contaId, emailIds],
  );
  return new Map(rows.map(({ id, ...contagem }) => [id, contagem]));
}
