import { countChanged, type Db } from "../../db/index.ts";

/** The logo of an empresa: null without a logo; undefined when the empresa does not exist. */
export async function findLogo(
  db: Db,
  contaId: string,
  empresaId: string,
): Promise<Buffer | null | undefined> {
  const row = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("id", "=", empresaId)
    .select("logo")
    .executeTakeFirst();
  return row?.logo;
}

/** Sets or removes a logo.   @returns false when the empresa does not exist */
export async function updateLogo(
  db: Db,
  contaId: string,
  { empresaId, logo, now }: { empresaId: string; logo: Uint8Array | null; now: Date },
): Promise<boolean> {
  const changed = await countChanged(
    db
      .updateTable("empresa")
      .set({ logo, alteradoEm: now })
      .where("contaId", "=", contaId)
      .where("id", "=", empresaId),
  );
  return changed === 1;
}
