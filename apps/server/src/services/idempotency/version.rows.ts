import type { VersionOf } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { lockCaixas } from "../caixa-email/caixa-email.rows.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { lockEmpresasForChange } from "../empresa/empresa-lock.rows.ts";

/** A versioned resource: the route that reads it, and its id. */
export type VersionedResource = { versaoDe: VersionOf; id: string };

type VersionedTable = "nota" | "empresa" | "caixaEmail" | "webhook";
type Lock = (db: Db, contaId: string, id: string) => Promise<void>;

/**
 * Rows with a version, and the locks that their writers take before them; another order could deadlock.
 */
const VERSIONED_ROWS: Readonly<Record<VersionOf, { tabela: VersionedTable; antes?: Lock }>> = {
  "GET /notas/{id}": { tabela: "nota", antes: lockNota },
  "GET /empresas/{id}": { tabela: "empresa", antes: lockEmpresasForChange },
  "GET /caixasEmail/{id}": { tabela: "caixaEmail", antes: lockCaixas },
  "GET /webhooks/{id}": { tabela: "webhook" },
};

async function lockNota(db: Db, contaId: string, id: string): Promise<void> {
  const rows = await db
    .selectFrom("nota")
    .where(({ and }) => and({ contaId, id }))
    .select("chave")
    .execute();
  const chaves = rows.map(({ chave }) => chave);
  await lockChaves(db, contaId, chaves);
}

/** Locks a row until the transaction ends; other writers wait. */
export async function lockVersion(
  db: Db,
  contaId: string,
  { versaoDe, id }: VersionedResource,
): Promise<void> {
  const { tabela: table, antes: lockBefore } = VERSIONED_ROWS[versaoDe];
  await lockBefore?.(db, contaId, id);
  await db.selectFrom(table).where("contaId", "=", contaId).where("id", "=", id).forNoKeyUpdate().execute();
}
