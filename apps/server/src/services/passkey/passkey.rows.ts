import { countChanged, type Db, newId, type Row } from "../../db/index.ts";

/** A passkey. contador: the authenticator's signature counter; always 0 if it does not count. */
export type PasskeyRow = Omit<Row<"passkey">, "contaId">;

const COLUMNS = [
  "id",
  "usuarioId",
  "nome",
  "credencial",
  "chavePublica",
  "contador",
  "transportes",
  "sincronizada",
  "criadaEm",
  "usadaEm",
] as const;

/** The passkeys of a user, oldest first. */
export async function findPasskeys(db: Db, contaId: string, usuarioId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom("passkey")
    .where("contaId", "=", contaId)
    .where("usuarioId", "=", usuarioId)
    .select(COLUMNS)
    .orderBy("criadaEm")
    .orderBy("id")
    .execute();
}

/** Finds a passkey of any user of the conta by its credential identifier. */
export async function findPasskey(db: Db, contaId: string, credential: Buffer): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom("passkey")
    .where("contaId", "=", contaId)
    .where("credencial", "=", credential)
    .select(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export type NewPasskey = Omit<PasskeyRow, "id" | "criadaEm" | "usadaEm"> & { now: Date };

/** Stores a new passkey.   @returns its id; null when the conta already has its credential */
export async function insertPasskey(db: Db, contaId: string, newPasskey: NewPasskey): Promise<string | null> {
  const { usuarioId, nome, credencial, chavePublica, contador, transportes, sincronizada, now } = newPasskey;
  const credential = { credencial, chavePublica, contador, transportes, sincronizada };
  const row = await db
    .insertInto("passkey")
    .values({ contaId, id: newId(), usuarioId, nome, ...credential, criadaEm: now })
    .onConflict((conflict) => conflict.columns(["contaId", "credencial"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type PasskeyUse = { id: string; antes: number; contador: number; sincronizada: boolean; now: Date };

/**
 * Stores a use. Of two concurrent uses with the same counter only one succeeds.
 * @returns whether this one did
 */
export async function usePasskey(db: Db, contaId: string, use: PasskeyUse): Promise<boolean> {
  const { id, antes: before, contador, sincronizada, now } = use;
  const changed = await countChanged(
    db
      .updateTable("passkey")
      .set({ contador, sincronizada, usadaEm: now })
      .where("contaId", "=", contaId)
      .where("id", "=", id)
      .where("contador", "=", before),
  );
  return changed > 0;
}

type PasskeyKey = { id: string; usuarioId: string };

/** @returns the previous name; null when the user has no such passkey */
export async function renamePasskey(
  db: Db,
  contaId: string,
  { id, usuarioId, nome }: PasskeyKey & { nome: string },
): Promise<string | null> {
  const row = await db
    .updateTable("passkey as p")
    .from("passkey as a")
    .set({ nome })
    .where("p.contaId", "=", contaId)
    .where("p.id", "=", id)
    .where("p.usuarioId", "=", usuarioId)
    .whereRef("a.contaId", "=", "p.contaId")
    .whereRef("a.id", "=", "p.id")
    .returning("a.nome as antes")
    .executeTakeFirst();
  return row?.antes ?? null;
}

/** @returns whether the passkey existed */
export async function deletePasskey(
  db: Db,
  contaId: string,
  { id, usuarioId }: PasskeyKey,
): Promise<boolean> {
  const deleted = await countChanged(
    db
      .deleteFrom("passkey")
      .where("contaId", "=", contaId)
      .where("id", "=", id)
      .where("usuarioId", "=", usuarioId),
  );
  return deleted > 0;
}

/** Deletes all passkeys of a user. */
export async function deletePasskeys(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db.deleteFrom("passkey").where("contaId", "=", contaId).where("usuarioId", "=", usuarioId).execute();
}
