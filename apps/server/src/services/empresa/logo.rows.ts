import type { Db } from "../../db/index.ts";

/** The logo of an empresa: null without a logo; undefined when the empresa does not exist. */
export async function findLogo(
  db: Db,
  contaId: string,
  empresaId: string,
): Promise<Buffer | null | undefined> {
  const rows = await db.query<{ logo: Buffer | null }>(
    "SELECT logo FROM empresa WHERE conta_id = $1 AND id = $2",
    [contaId, empresaId],
  );
  return rows[0]?.logo;
}

/** Sets or removes a logo.   @returns false when the empresa does not exist */
export async function updateLogo(
  db: Db,
  contaId: string,
  { empresaId, logo, now }: { empresaId: string; logo: Uint8Array | null; now: Date },
): Promise<boolean> {
  const changed = await db.execute(
    "UPDATE empresa SET logo = $3, alterado_em = $4 WHERE conta_id = $1 AND id = $2",
    [contaId, empresaId, logo, now],
  );
  return changed === 1;
}
