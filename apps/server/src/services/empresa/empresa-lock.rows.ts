import { sql } from "kysely";
import type { Db } from "../../db/index.ts";
import type { TipoPessoa } from "./empresa.rules.ts";

const empresasLock = (contaId: string) => sql`hashtextextended(${`casa ${contaId}`}, 0)`;

/**
 * Locks the conta's set of empresas for this transaction, before one is created, changed or deleted.
 * Transactions that assign documents by the old set have then committed; later ones wait for the new
 * set.
 */
export async function lockEmpresasForChange(db: Db, contaId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${empresasLock(contaId)})`.execute(db);
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
  await sql`SELECT pg_advisory_xact_lock_shared(${empresasLock(contaId)})`.execute(db);
  const rows = await db
    .selectFrom("conta as c")
    .leftJoin("empresa as e", "e.contaId", "c.id")
    .where("c.id", "=", contaId)
    .select(["c.uf", "e.id", "e.cnpj"])
    .execute();
  const empresas = new Map<string, string>();
  for (const { id, cnpj } of rows) if (id !== null && cnpj !== null) empresas.set(cnpj, id);
  return { uf: rows[0]?.uf ?? "", empresas };
}

/** Whether the conta belongs to a person or a company. */
export async function findTipoPessoa(db: Db, contaId: string): Promise<TipoPessoa> {
  const row = await db.selectFrom("conta").where("id", "=", contaId).select("tipoPessoa").executeTakeFirst();
  return row?.tipoPessoa ?? "Jurídica";
}

/** Whether it is a demo conta. */
export async function isSandboxConta(db: Db, contaId: string): Promise<boolean> {
  const row = await db.selectFrom("conta").where("id", "=", contaId).select("sandbox").executeTakeFirst();
  return row?.sandbox ?? false;
}
