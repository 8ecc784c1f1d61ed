import { type Db, fixedStatement, lockText, lockTextShared } from "../../db/index.ts";
import { findConta } from "../conta/conta.rows.ts";
import type { TipoPessoa } from "./empresa.rules.ts";

const nameLock = (contaId: string): string => `casa ${contaId}`;

/**
 * Locks the conta's set of empresas for this transaction, before one is created, changed or deleted.
 * Transactions that assign documents by the old set have then committed; later ones wait for the new
 * set.
 */
export async function lockEmpresasForChange(db: Db, contaId: string): Promise<void> {
  await lockText(db, nameLock(contaId));
}

const EMPRESAS = fixedStatement<{ contaId: string }>()((db, { contaId }) =>
  db
    .selectFrom("conta as c")
    .leftJoin("empresa as e", "e.contaId", "c.id")
    .where("c.id", "=", contaId)
    .select(["c.uf", "e.id", "e.cnpj"]),
);

/**
 * The conta's empresas by CNPJ, and the UF of its time zone; they do not change until the transaction
 * ends.
 */
export async function lockEmpresas(
  db: Db,
  contaId: string,
): Promise<{ uf: string; empresas: Map<string, string> }> {
  // A separate statement: a statement that waits for a lock still sees the data from before the wait.
  await lockTextShared(db, nameLock(contaId));
  const rows = await EMPRESAS.rows(db, { contaId });
  const empresas = new Map<string, string>();
  for (const { id, cnpj } of rows) if (id !== null && cnpj !== null) empresas.set(cnpj, id);
  return { uf: rows[0]?.uf ?? "", empresas };
}

/** Whether the conta belongs to a person or a company. */
export async function findTipoPessoa(db: Db, contaId: string): Promise<TipoPessoa> {
  return (await findConta(db, contaId))?.tipoPessoa ?? "Jurídica";
}

/** Whether it is a demo conta. */
export async function isSandboxConta(db: Db, contaId: string): Promise<boolean> {
  return (await findConta(db, contaId))?.sandbox ?? false;
}
