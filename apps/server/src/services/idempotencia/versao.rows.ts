import type { VersaoDe } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { lockCaixas } from "../caixa-email/caixa-email.rows.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { lockCasa } from "../empresa/casa.rows.ts";

/** A versioned resource: the route that reads it, and its id. */
export type Versionado = { versaoDe: VersaoDe; id: string };

type Trava = (sql: Sql, contaId: string, id: string) => Promise<void>;

/**
 * Rows with a version, and the locks that their writers take before them; another order could deadlock.
 */
const LINHAS: Readonly<Record<VersaoDe, { tabela: string; antes?: Trava }>> = {
  "GET /notas/{id}": { tabela: "nota", antes: lockNota },
  "GET /empresas/{id}": { tabela: "empresa", antes: lockCasa },
  "GET /caixasEmail/{id}": { tabela: "caixa_email", antes: lockCaixas },
  "GET /webhooks/{id}": { tabela: "webhook" },
};

async function lockNota(sql: Sql, contaId: string, id: string): Promise<void> {
  const rows = await sql.query<{ chave: string }>("SELECT chave FROM nota WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
  ]);
  await lockChaves(
    sql,
    contaId,
    rows.map(({ chave }) => chave),
  );
}

/** Locks a row until the transaction ends; other writers wait. */
export async function holdVersao(sql: Sql, contaId: string, { versaoDe, id }: Versionado): Promise<void> {
  const { tabela, antes } = LINHAS[versaoDe];
  await antes?.(sql, contaId, id);
  await sql.query(`SELECT FROM ${tabela} WHERE conta_id = $1 AND id = $2 FOR NO KEY UPDATE`, [contaId, id]);
}
