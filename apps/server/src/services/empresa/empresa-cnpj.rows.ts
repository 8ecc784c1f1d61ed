import type { Db } from "../../db/index.ts";

/** Id of the conta's empresa with an unmasked CNPJ or CPF; null if there is none. */
export async function findEmpresaId(db: Db, contaId: string, cnpj: string): Promise<string | null> {
  const found = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("cnpj", "=", cnpj)
    .select("id")
    .executeTakeFirst();
  return found?.id ?? null;
}
