import type { Restricao, Sql } from "../../db/index.ts";

/** What somebody may see right now: some companies only, or, null, all of the conta. Nobody asked: all. */
export async function findRestricao(
  sql: Sql,
  contaId: string,
  usuarioId: string | null,
): Promise<Restricao | null> {
  if (usuarioId === null) return null;
  const rows = await sql.query<{ restrito: boolean; empresas: string[] }>(
    `SELECT u.restrito, ARRAY(SELECT e.empresa_id::text FROM usuario_empresa e
       WHERE e.conta_id = u.conta_id AND e.usuario_id = u.id ORDER BY 1) AS empresas
     FROM usuario u WHERE u.conta_id = $1 AND u.id = $2`,
    [contaId, usuarioId],
  );
  const [row] = rows;
  if (row === undefined) return { usuarioId, empresas: [] };
  return row.restrito ? { usuarioId, empresas: row.empresas } : null;
}

/** Whether who saw as much as `antes` sees less by now. */
export function isNarrower(agora: Restricao | null, antes: Restricao | null): boolean {
  if (agora === null) return false;
  return antes === null || antes.empresas.some((id) => !agora.empresas.includes(id));
}
