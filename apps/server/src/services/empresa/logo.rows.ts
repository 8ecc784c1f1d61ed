import { countChanged, type Db } from "../../db/index.ts";

/** The logo of an empresa: null without a logo; undefined when the empresa does not exist. */
export async function findLogo(
  db: Db,
  contaId: string,
  empresaId: string,
): Promise<Buffer | null | undefined> {
  const stored = db.selectFrom("empresa").where(({ and }) => and({ contaId, id: empresaId }));
  return (await stored.select("logo").executeTakeFirst())?.logo;
}

/** Sets or removes a logo.   @returns false when the empresa does not exist */
export async function updateLogo(
  db: Db,
  contaId: string,
  { empresaId, logo, now }: { empresaId: string; logo: Uint8Array | null; now: Date },
): Promise<boolean> {
  const stored = db.updateTable("empresa").where(({ and }) => and({ contaId, id: empresaId }));
  return (await countChanged(stored.set({ logo, alteradoEm: now }))) === 1;
}
