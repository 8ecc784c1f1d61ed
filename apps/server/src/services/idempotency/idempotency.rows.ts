import { sql } from "kysely";
import { countChanged, type Db, type Row } from "../../db/index.ts";

/** An idempotency key, its owner, and the digest of the request. */
export type IdempotencyKey = Pick<Row<"idempotencia">, "portadorId" | "donoId" | "chave" | "pedido">;

/** A stored response; its body is sealed. local: the Location header. */
export type StoredResponse = Pick<Row<"idempotencia">, "status" | "corpo" | "local">;

/** The stored response of a key that has not expired. */
export async function findResponse(
  db: Db,
  contaId: string,
  { portadorId, chave, now }: Pick<IdempotencyKey, "portadorId" | "chave"> & { now: Date },
): Promise<(StoredResponse & { pedido: Buffer }) | null> {
  const found = await db
    .selectFrom("idempotencia")
    .where(({ and }) => and({ contaId, portadorId, chave }))
    .where("expiraEm", ">", now)
    .select(["pedido", "status", "corpo", "local"])
    .executeTakeFirst();
  return found ?? null;
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
  const claimed = { donoId, pedido, status: 0, corpo: Buffer.alloc(0), criadaEm: now, expiraEm };
  const claim = db
    .insertInto("idempotencia")
    .values({ contaId, portadorId, chave, ...claimed })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "portadorId", "chave"])
        .doUpdateSet({ ...claimed, local: null })
        .where("idempotencia.expiraEm", "<=", now),
    );
  return (await countChanged(claim)) > 0;
}

/** Limits the wait for a key that another transaction has locked. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${String(ms)}, true)`.execute(db);
}

export async function saveResponse(
  db: Db,
  contaId: string,
  { portadorId, chave }: Pick<IdempotencyKey, "portadorId" | "chave">,
  { status, corpo, local }: StoredResponse,
): Promise<void> {
  await db
    .updateTable("idempotencia")
    .where(({ and }) => and({ contaId, portadorId, chave }))
    .set({ status, corpo, local })
    .execute();
}
