import { countChanged, type Db, type Row } from "../../db/index.ts";

/** A stored scan result. assinatura: the signature found; null: none. */
export type ScanResult = Pick<Row<"antivirus">, "assinatura">;

/** The scan result of these bytes since an instant; null = none. */
export async function findScanResult(
  db: Db,
  contaId: string,
  { sha256, desde }: { sha256: string; desde: Date },
): Promise<ScanResult | null> {
  const row = await db
    .selectFrom("antivirus")
    .where("contaId", "=", contaId)
    .where("sha256", "=", sha256)
    .where("vistoEm", ">", desde)
    .select("assinatura")
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the scan result of these bytes, replacing the previous one. */
export async function saveScanResult(
  db: Db,
  contaId: string,
  { sha256, assinatura, now }: ScanResult & { sha256: string; now: Date },
): Promise<void> {
  const seen = { assinatura, vistoEm: now };
  await db
    .insertInto("antivirus")
    .values({ contaId, sha256, ...seen })
    .onConflict((conflict) => conflict.columns(["contaId", "sha256"]).doUpdateSet(seen))
    .execute();
}

/** Deletes at most `limite` results of `ate` or earlier. @returns how many */
export async function deleteScanResults(
  db: Db,
  contaId: string,
  { ate, limite }: { ate: Date; limite: number },
): Promise<number> {
  const old = db
    .selectFrom("antivirus")
    .where("contaId", "=", contaId)
    .where("vistoEm", "<=", ate)
    .select("sha256")
    .limit(limite);
  return await countChanged(
    db
      .deleteFrom("antivirus")
      .where("contaId", "=", contaId)
      .where("vistoEm", "<=", ate)
      .where("sha256", "in", old),
  );
}
