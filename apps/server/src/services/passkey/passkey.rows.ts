import { countChanged, type Db, newId, type Row } from "../../db/index.ts";

const COLUMNS = [
  ...(["id", "usuarioId", "nome", "credencial", "chavePublica", "contador"] as const),
  ...(["transportes", "sincronizada", "criadaEm", "usadaEm"] as const),
];

/** contador: the authenticator's signature counter; always 0 if it does not count. */
export type PasskeyRow = Pick<Row<"passkey">, (typeof COLUMNS)[number]>;

/** The passkeys of a user, oldest first. */
export async function findPasskeys(db: Db, contaId: string, usuarioId: string): Promise<PasskeyRow[]> {
  const passkeys = db.selectFrom("passkey").where(({ and }) => and({ contaId, usuarioId }));
  return await passkeys.select(COLUMNS).orderBy("criadaEm").orderBy("id").execute();
}

/** Finds a passkey of any user of the conta by its credential identifier. */
export async function findPasskey(db: Db, contaId: string, credential: Buffer): Promise<PasskeyRow | null> {
  const passkey = db.selectFrom("passkey").where("contaId", "=", contaId);
  const found = passkey.where("credencial", "=", credential).select(COLUMNS);
  return (await found.executeTakeFirst()) ?? null;
}

export type NewPasskey = Omit<PasskeyRow, "id" | "criadaEm" | "usadaEm"> & { now: Date };

/** Stores a new passkey.   @returns its id; null when the conta already has its credential */
export async function insertPasskey(
  db: Db,
  contaId: string,
  { now, ...passkey }: NewPasskey,
): Promise<string | null> {
  const inserted = await db
    .insertInto("passkey")
    .values({ contaId, id: newId(), ...passkey, criadaEm: now })
    .onConflict((c) => c.columns(["contaId", "credencial"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export type PasskeyUse = { id: string; antes: number; contador: number; sincronizada: boolean; now: Date };

/**
 * Stores a use. Of two concurrent uses with the same counter only one succeeds.
 * @returns whether this one did
 */
export async function usePasskey(db: Db, contaId: string, use: PasskeyUse): Promise<boolean> {
  const { id, antes: before, contador, sincronizada, now } = use;
  const stored = db.updateTable("passkey").where(({ and }) => and({ contaId, id, contador: before }));
  return (await countChanged(stored.set({ contador, sincronizada, usadaEm: now }))) > 0;
}

type PasskeyKey = { id: string; usuarioId: string };

/** @returns the previous name; null when the user has no such passkey */
export async function renamePasskey(
  db: Db,
  contaId: string,
  { id, usuarioId, nome }: PasskeyKey & { nome: string },
): Promise<string | null> {
  const renamed = await db
    .updateTable("passkey as p")
    .from("passkey as a")
    .where(({ and }) => and({ "p.contaId": contaId, "p.id": id, "p.usuarioId": usuarioId }))
    .whereRef("a.contaId", "=", "p.contaId")
    .whereRef("a.id", "=", "p.id")
    .set({ nome })
    .returning("a.nome as antes")
    .executeTakeFirst();
  return renamed?.antes ?? null;
}

/** @returns whether the passkey existed */
export async function deletePasskey(
  db: Db,
  contaId: string,
  { id, usuarioId }: PasskeyKey,
): Promise<boolean> {
  const passkey = db.deleteFrom("passkey").where(({ and }) => and({ contaId, id, usuarioId }));
  return (await countChanged(passkey)) > 0;
}

/** Deletes all passkeys of a user. */
export async function deletePasskeys(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db.deleteFrom("passkey").where("contaId", "=", contaId).where("usuarioId", "=", usuarioId).execute();
}
