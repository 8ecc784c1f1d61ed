import type { Db, Row } from "../../db/index.ts";

/** An act of a user in the registro. */
export type OwnAct = Pick<Row<"registro">, "id" | "ordem" | "quando" | "usuario" | "acao" | "detalhe">;

/** The acts of a user, newest first. antesDe: only those before this order; null = from the newest. */
export async function findOwnActs(
  db: Db,
  contaId: string,
  { usuarioId, antesDe, limite }: { usuarioId: string; antesDe: number | null; limite: number },
): Promise<OwnAct[]> {
  return await db
    .selectFrom("registro")
    .where(({ and }) => and({ contaId, usuarioId }))
    .$if(antesDe !== null, (query) => query.where("ordem", "<", antesDe))
    .select(["id", "ordem", "quando", "usuario", "acao", "detalhe"])
    .orderBy("ordem", "desc")
    .limit(limite)
    .execute();
}

/** The API tokens that a user created, revoked ones too, oldest first. */
export async function findOwnTokens(
  db: Db,
  contaId: string,
  usuarioId: string,
): Promise<Pick<Row<"apiToken">, "nome" | "criadoEm" | "revogadoEm">[]> {
  return await db
    .selectFrom("apiToken")
    .where(({ and }) => and({ contaId, usuarioId }))
    .select(["nome", "criadoEm", "revogadoEm"])
    .orderBy("criadoEm")
    .orderBy("id")
    .execute();
}

/** The views of lists that a user saved. */
export async function findOwnViews(
  db: Db,
  contaId: string,
  usuarioId: string,
): Promise<Pick<Row<"visao">, "lista" | "nome" | "busca">[]> {
  return await db
    .selectFrom("visao")
    .where(({ and }) => and({ contaId, usuarioId }))
    .select(["lista", "nome", "busca"])
    .orderBy("criadaEm")
    .orderBy("id")
    .execute();
}
