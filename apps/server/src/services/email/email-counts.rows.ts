import type { Db } from "../../db/index.ts";

/** E-mails whose counts were checked, in the order of their ids. */
export type CheckedCounts = { last: string | null; wrong: string[] };

/**
 * Compares the counts of some e-mails with their parts and corrects the differences.
 * Skips e-mails being read: their counts are written last.
 * @returns the last e-mail checked, null at the end; and those that were wrong
 */
export async function mendCounts(
  db: Db,
  contaId: string,
  { after, limite }: { after: string; limite: number },
): Promise<CheckedCounts> {
  const seen = await db.query<{ id: string }>(
    "SELECT id FROM email WHERE conta_id = $1 AND id > $2 ORDER BY id LIMIT $3",
    [contaId, after, limite],
  );
  const ids = seen.map(({ id }) => id);
  if (ids.length === 0) return { last: null, wrong: [] };
  const mended = await db.query<{ id: string }>(
    `UPDATE email e SET partes = l.partes, extraidos = l.extraidos, problemas = l.problemas
     FROM (
       SELECT i.id, count(a.id) FILTER (WHERE a.caminho <> '0') AS partes, count(a.id) FILTER (WHERE a.documento_id IS NOT NULL) AS extraidos,
         count(a.id) FILTER (WHERE a.destino IN ('quarentena', 'erro')) AS problemas
       FROM unnest($2::uuid[]) AS i (id) LEFT JOIN anexo a ON a.conta_id = $1 AND a.email_id = i.id GROUP BY i.id
     ) l WHERE e.conta_id = $1 AND e.id = l.id AND e.estado <> 'em-leitura'
       AND (e.partes, e.extraidos, e.problemas) IS DISTINCT FROM (l.partes::int, l.extraidos::int, l.problemas::int)
     RETURNING e.id`,
    [contaId, ids],
  );
  return { last: ids.at(-1) ?? null, wrong: mended.map(({ id }) => id) };
}
