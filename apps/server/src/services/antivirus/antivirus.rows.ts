import type { Db } from "../../db/index.ts";

/** A stored scan result. assinatura: the signature found; null: none. */
export type ScanResult = { assinatura: string | null };

/** The scan result of these bytes since an instant; null = none. */
export async function findScanResult(
  db: Db,
  contaId: string,
  { sha256, desde }: { sha256: string; desde: Date },
): Promise<ScanResult | null> {
  const [row] = await db.query<ScanResult>(
    "SELECT assinatura FROM antivirus WHERE conta_id = $1 AND sha256 = $2 AND visto_em > $3",
    [contaId, sha256, desde],
  );
  return row ?? null;
}

/** Stores the scan result of these bytes, replacing the previous one. */
export async function saveScanResult(
  db: Db,
  contaId: string,
  { sha256, assinatura, now }: ScanResult & { sha256: string; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO antivirus (conta_id, sha256, assinatura, visto_em) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, sha256) DO UPDATE SET assinatura = excluded.assinatura, visto_em = excluded.visto_em`,
    [contaId, sha256, assinatura, now],
  );
}

/** Deletes at most `limite` results of `ate` or earlier. @returns how many */
export async function deleteScanResults(
  db: Db,
  contaId: string,
  { ate, limite }: { ate: Date; limite: number },
): Promise<number> {
  return await db.execute(
    `DELETE FROM antivirus WHERE conta_id = $1 AND visto_em <= $2
       AND sha256 IN (SELECT sha256 FROM antivirus WHERE conta_id = $1 AND visto_em <= $2 LIMIT $3)`,
    [contaId, ate, limite],
  );
}
