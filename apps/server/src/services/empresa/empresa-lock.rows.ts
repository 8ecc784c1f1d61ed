import type { Db } from "../../db/index.ts";
import type { TipoPessoa } from "./empresa.rules.ts";

const EMPRESAS_LOCK = "hashtextextended('casa ' || $1, 0)";

/**
 * Locks the conta's set of empresas for this transaction, before one is created, changed or deleted.
 * Transactions that assign documents by the old set have then committed; later ones wait for the new
 * set.
 */
export async function lockEmpresasForChange(db: Db, contaId: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(${EMPRESAS_LOCK})`, [contaId]);
}

/**
 * The conta's empresas by CNPJ, and the UF of its time zone; they do not change until the transaction
 * ends.
 */
export async function lockEmpresas(
  db: Db,
  contaId: string,
): Promise<{ uf: string; empresas: Map<string, string> }> {
  // A separate statement: a statement that waits for a lock still sees the data from before the wait.
  await db.query(`SELECT pg_advisory_xact_lock_shared(${EMPRESAS_LOCK})`, [contaId]);
  const rows = await db.query<{ uf: string; id: string | null; cnpj: string | null }>(
    "SELECT c.uf, e.id, e.cnpj FROM conta c LEFT JOIN empresa e ON e.conta_id = c.id WHERE c.id = $1",
    [contaId],
  );
  const empresas = new Map<string, string>();
  for (const { id, cnpj } of rows) if (id !== null && cnpj !== null) empresas.set(cnpj, id);
  return { uf: rows[0]?.uf ?? "", empresas };
}

/** Whether the conta belongs to a person or a company. */
export async function findTipoPessoa(db: Db, contaId: string): Promise<TipoPessoa> {
  const rows = await db.query<{ tipoPessoa: TipoPessoa }>(
    'SELECT tipo_pessoa AS "tipoPessoa" FROM conta WHERE id = $1',
    [contaId],
  );
  return rows[0]?.tipoPessoa ?? "Jurídica";
}

/** Whether it is a demo conta. */
export async function isSandboxConta(db: Db, contaId: string): Promise<boolean> {
  const rows = await db.query<{ sandbox: boolean }>("SELECT sandbox FROM conta WHERE id = $1", [contaId]);
  return rows[0]?.sandbox ?? false;
}
