import { type Expression, type RawBuilder, sql } from "kysely";
import type { Db, Restriction } from "../../db/index.ts";

/** What a user or API token may see now: some empresas, or null for the whole conta, as for no user. */
export async function findRestriction(
  db: Db,
  contaId: string,
  usuarioId: string | null,
): Promise<Restriction | null> {
  if (usuarioId === null) return null;
  const ofToken = db
    .selectFrom("apiToken as t")
    .where(({ and }) => and({ "t.contaId": contaId, "t.id": usuarioId }))
    .select(({ selectFrom }) => [
      "t.restrito",
      toArray(
        selectFrom("apiTokenEmpresa as e")
          .whereRef("e.contaId", "=", "t.contaId")
          .whereRef("e.tokenId", "=", "t.id")
          .select("e.empresaId")
          .orderBy("e.empresaId"),
      ).as("empresas"),
    ]);
  const row = await db
    .selectFrom("usuario as u")
    .where(({ and }) => and({ "u.contaId": contaId, "u.id": usuarioId }))
    .select(({ selectFrom }) => [
      "u.restrito",
      toArray(
        selectFrom("usuarioEmpresa as e")
          .whereRef("e.contaId", "=", "u.contaId")
          .whereRef("e.usuarioId", "=", "u.id")
          .select("e.empresaId")
          .orderBy("e.empresaId"),
      ).as("empresas"),
    ])
    .unionAll(ofToken)
    .executeTakeFirst();
  if (row === undefined) return { usuarioId, empresas: [] };
  return row.restrito ? { usuarioId, empresas: row.empresas } : null;
}

function toArray(empresas: Expression<{ empresaId: string }>): RawBuilder<string[]> {
  return sql`ARRAY${empresas}`;
}

/**
 * Locks the requester's rows until the transaction ends. Narrowing a restriction locks them too (triggers
 * usuario_estreita, api_token_estreita), so a later statement here reads what is valid at the commit.
 */
export async function lockRequester(db: Db, contaId: string, usuarioId: string | null): Promise<void> {
  if (usuarioId === null) return;
  for (const table of ["usuario", "apiToken"] as const) {
    await db
      .selectFrom(table)
      .where("contaId", "=", contaId)
      .where("id", "=", usuarioId)
      .forShare()
      .execute();
  }
}

/** Whether `now` allows less than `before`. */
export function isNarrower(now: Restriction | null, before: Restriction | null): boolean {
  if (now === null) return false;
  return before === null || before.empresas.some((id) => !now.empresas.includes(id));
}
