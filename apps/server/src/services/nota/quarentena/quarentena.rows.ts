import type { Db } from "../../../db/index.ts";

/** The chave of a view; null if there is none. */
export async function findChave(db: Db, contaId: string, id: string): Promise<string | null> {
  const found = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select("chave")
    .executeTakeFirst();
  return found?.chave ?? null;
}

/** Releases a view from quarantine, with user, time and reason. */
export async function releaseNota(
  db: Db,
  contaId: string,
  { id, por, motivo, now }: { id: string; por: string; motivo: string; now: Date },
): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .set({ quarentena: false, alteradoEm: now })
    .set({ quarentenaLiberadaEm: now, quarentenaLiberadaPor: por, quarentenaMotivo: motivo })
    .execute();
}
