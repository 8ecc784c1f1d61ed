import type { Db } from "../../db/index.ts";
import type { SyncKey } from "./distribuicao.rules.ts";

/** A document under an NSU that became no record: its received bytes (gzip), if any. */
export type Leftover = {
  nsu: string;
  esquema: string | null;
  estado: "aberta" | "guardada";
  xmlGzip: Buffer | null;
};

/** Stores missing NSUs, to request them one by one. */
export async function insertLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsus, now }: SyncKey & { nsus: readonly string[]; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO distribuicao_lacuna (conta_id, empresa_id, modelo, nsu, vista_em)
     SELECT $1, $2, $3, nsu, $5 FROM unnest($4::text[]) AS nsu ON CONFLICT DO NOTHING`,
    [contaId, empresaId, modelo, nsus, now],
  );
}

/** Stores documents that became no record; an unreadable one is requested again. */
export async function saveLeftovers(
  db: Db,
  contaId: string,
  { empresaId, modelo, leftovers, now }: SyncKey & { leftovers: readonly Leftover[]; now: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO distribuicao_lacuna AS l (conta_id, empresa_id, modelo, nsu, estado, esquema, xml_gzip, vista_em)
     SELECT $1, $2, $3, s.nsu, s.estado, s.esquema, s.xml, $4
     FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[]) AS s (nsu, estado, esquema, xml)
     ON CONFLICT (conta_id, empresa_id, modelo, nsu) DO UPDATE SET esquema = coalesce(excluded.esquema, l.esquema),
       xml_gzip = coalesce(excluded.xml_gzip, l.xml_gzip), estado = CASE excluded.estado WHEN 'guardada' THEN 'guardada' ELSE l.estado END`,
    [
      contaId,
      empresaId,
      modelo,
      now,
      leftovers.map(({ nsu }) => nsu),
      leftovers.map(({ estado }) => estado),
      leftovers.map(({ esquema }) => esquema),
      leftovers.map(({ xmlGzip }) => xmlGzip),
    ],
  );
}

/** The next NSUs to request: those with the fewest attempts, newest first. */
export async function findLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, limite }: SyncKey & { limite: number },
): Promise<string[]> {
  const rows = await db.query<{ nsu: string }>(
    `SELECT nsu FROM distribuicao_lacuna WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND estado = 'aberta'
     ORDER BY tentativas, nsu DESC LIMIT $4`,
    [contaId, empresaId, modelo, limite],
  );
  return rows.map(({ nsu }) => nsu);
}

/** Records that SEFAZ has no document under this NSU. */
export async function closeLacuna(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsu, now }: SyncKey & { nsu: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE distribuicao_lacuna SET estado = 'vazia', vista_em = $5
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND nsu = $4 AND estado <> 'guardada'`,
    [contaId, empresaId, modelo, nsu, now],
  );
}

/** Deletes missing NSUs that have arrived and were stored. */
export async function deleteLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsus }: SyncKey & { nsus: readonly string[] },
): Promise<void> {
  await db.execute(
    "DELETE FROM distribuicao_lacuna WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND nsu = ANY ($4) AND estado <> 'guardada'",
    [contaId, empresaId, modelo, nsus],
  );
}

/** Counts an attempt before the query, so that NSUs with fewer attempts come first. */
export async function countAttempt(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsu, now }: SyncKey & { nsu: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE distribuicao_lacuna SET tentativas = tentativas + 1, vista_em = $5
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND nsu = $4 AND estado = 'aberta'`,
    [contaId, empresaId, modelo, nsu, now],
  );
}

/** Takes back a counted attempt that was not made. */
export async function uncountAttempt(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsu }: SyncKey & { nsu: string },
): Promise<void> {
  await db.execute(
    `UPDATE distribuicao_lacuna SET tentativas = greatest(0, tentativas - 1)
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND nsu = $4 AND estado = 'aberta'`,
    [contaId, empresaId, modelo, nsu],
  );
}

/** Gives up an NSU after `max` attempts, with the bytes received so far. */
export async function giveUpLacuna(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsu, max, now }: SyncKey & { nsu: string; max: number; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE distribuicao_lacuna SET estado = 'ilegivel', vista_em = $6
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 AND nsu = $4 AND estado = 'aberta' AND tentativas >= $5`,
    [contaId, empresaId, modelo, nsu, max, now],
  );
}
