import type { Sql } from "../../db/index.ts";
import type { TipoPessoa } from "./empresa.rules.ts";

const CASA = "hashtextextended('casa ' || $1, 0)";

/**
 * Takes the conta's companies for this transaction, before one is made, changed or taken away: whoever has placed documents by them as they
 * were has finished, and whoever places some from now on waits to see them as they become.
 */
export async function lockCasa(sql: Sql, contaId: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(${CASA})`, [contaId]);
}

/** The conta's own companies by CNPJ, and the UF whose clock says what day it is. They stay so until the transaction ends. */
export async function findCasa(
  sql: Sql,
  contaId: string,
): Promise<{ uf: string; empresas: Map<string, string> }> {
  // A statement of its own: one that waits sees what stood when it began.
  await sql.query(`SELECT pg_advisory_xact_lock_shared(${CASA})`, [contaId]);
  const rows = await sql.query<{ uf: string; id: string | null; cnpj: string | null }>(
    "SELECT c.uf, e.id, e.cnpj FROM conta c LEFT JOIN empresa e ON e.conta_id = c.id WHERE c.id = $1",
    [contaId],
  );
  const empresas = new Map<string, string>();
  for (const { id, cnpj } of rows) if (id !== null && cnpj !== null) empresas.set(cnpj, id);
  return { uf: rows[0]?.uf ?? "", empresas };
}

/** Whether the conta is a person's or a company's. */
export async function findTipoPessoa(sql: Sql, contaId: string): Promise<TipoPessoa> {
  const rows = await sql.query<{ tipoPessoa: TipoPessoa }>(
    'SELECT tipo_pessoa AS "tipoPessoa" FROM conta WHERE id = $1',
    [contaId],
  );
  return rows[0]?.tipoPessoa ?? "Jurídica";
}

/** True for a demo conta. */
export async function findSandbox(sql: Sql, contaId: string): Promise<boolean> {
  const rows = await sql.query<{ sandbox: boolean }>("SELECT sandbox FROM conta WHERE id = $1", [contaId]);
  return rows[0]?.sandbox ?? false;
}
