import type { Db } from "../../db/index.ts";

/** An idempotency key, its owner, and the digest of the request. */
export type IdempotencyKey = { portadorId: string; donoId: string; chave: string; pedido: Buffer };

/** A stored response; its body is sealed. local: the Location header. */
export type StoredResponse = { status: number; corpo: Buffer; local: string | null };

/** The stored response of a key that has not expired. */
export async function findResponse(
  db: Db,
  contaId: string,
  { portadorId, chave, now }: Pick<IdempotencyKey, "portadorId" | "chave"> & { now: Date },
): Promise<(StoredResponse & { pedido: Buffer }) | null> {
  const [row] = await db.query<StoredResponse & { pedido: Buffer }>(
    `SELECT pedido, status, corpo, local FROM idempotencia
     WHERE conta_id = $1 AND portador_id = $2 AND chave = $3 AND expira_em > $4`,
    [contaId, portadorId, chave, now],
  );
  return row ?? null;
}

/**
 * Claims a key for this transaction: a concurrent claim of the same key waits until it ends. An
 * expired key may be claimed again.
 * @returns false when the key was answered meanwhile
 */
export async function claimKey(
  db: Db,
  contaId: string,
  { portadorId, donoId, chave, pedido, now, expiraEm }: IdempotencyKey & { now: Date; expiraEm: Date },
): Promise<boolean> {
  const claimed = await db.execute(
    `INSERT INTO idempotencia AS i (conta_id, portador_id, chave, dono_id, pedido, status, corpo, criada_em, expira_em)
     VALUES ($1, $2, $3, $4, $5, 0, '', $6, $7)
     ON CONFLICT (conta_id, portador_id, chave) DO UPDATE SET pedido = excluded.pedido, status = 0, corpo = '', local = NULL,
       dono_id = excluded.dono_id, criada_em = excluded.criada_em, expira_em = excluded.expira_em
     WHERE i.expira_em <= $6`,
    [contaId, portadorId, chave, donoId, pedido, now, expiraEm],
  );
  return claimed > 0;
}

/** Limits the wait for a key that another transaction has locked. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await db.query("SELECT set_config('lock_timeout', $1, true)", [String(ms)]);
}

export async function saveResponse(
  db: Db,
  contaId: string,
  { portadorId, chave }: Pick<IdempotencyKey, "portadorId" | "chave">,
  { status, corpo, local }: StoredResponse,
): Promise<void> {
  await db.execute(
    "UPDATE idempotencia SET status = $4, corpo = $5, local = $6 WHERE conta_id = $1 AND portador_id = $2 AND chave = $3",
    [contaId, portadorId, chave, status, corpo, local],
  );
}
