import { type Db, newId } from "../../db/index.ts";

export type PasskeyRow = {
  id: string;
  usuarioId: string;
  nome: string;
  credencial: Buffer;
  chavePublica: Buffer;
  /** The authenticator's signature counter; always 0 if it does not count. */
  contador: number;
  transportes: string[];
  sincronizada: boolean;
  criadaEm: Date;
  usadaEm: Date | null;
};

const COLUMNS = `id, usuario_id AS "usuarioId", nome, credencial, chave_publica AS "chavePublica", contador, transportes,
  sincronizada, criada_em AS "criadaEm", usada_em AS "usadaEm"`;

/** The passkeys of a user, oldest first. */
export async function findPasskeys(db: Db, contaId: string, usuarioId: string): Promise<PasskeyRow[]> {
  return await db.query<PasskeyRow>(
    `SELECT ${COLUMNS} FROM passkey WHERE conta_id = $1 AND usuario_id = $2 ORDER BY criada_em, id`,
    [contaId, usuarioId],
  );
}

/** Finds a passkey of any user of the conta by its credential identifier. */
export async function findPasskey(db: Db, contaId: string, credential: Buffer): Promise<PasskeyRow | null> {
  const [row] = await db.query<PasskeyRow>(
    `SELECT ${COLUMNS} FROM passkey WHERE conta_id = $1 AND credencial = $2`,
    [contaId, credential],
  );
  return row ?? null;
}

export type NewPasskey = Omit<PasskeyRow, "id" | "criadaEm" | "usadaEm"> & { now: Date };

/** Stores a new passkey.   @returns its id; null when the conta already has its credential */
export async function insertPasskey(db: Db, contaId: string, newPasskey: NewPasskey): Promise<string | null> {
  const {
    usuarioId,
    nome,
    credencial: credential,
    chavePublica,
    contador,
    transportes,
    sincronizada,
    now,
  } = newPasskey;
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO passkey (conta_id, id, usuario_id, nome, credencial, chave_publica, contador, transportes, sincronizada, criada_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (conta_id, credencial) DO NOTHING RETURNING id`,
    [contaId, newId(), usuarioId, nome, credential, chavePublica, contador, transportes, sincronizada, now],
  );
  return row?.id ?? null;
}

export type PasskeyUse = { id: string; antes: number; contador: number; sincronizada: boolean; now: Date };

/**
 * Stores a use. Of two concurrent uses with the same counter only one succeeds.
 * @returns whether this one did
 */
export async function usePasskey(db: Db, contaId: string, use: PasskeyUse): Promise<boolean> {
  const { id, antes: before, contador, sincronizada, now } = use;
  const changed = await db.execute(
    "UPDATE passkey SET contador = $4, sincronizada = $5, usada_em = $6 WHERE conta_id = $1 AND id = $2 AND contador = $3",
    [contaId, id, before, contador, sincronizada, now],
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
  const [row] = await db.query<{ antes: string }>(
    `UPDATE passkey p SET nome = $4 FROM passkey a WHERE p.conta_id = $1 AND p.id = $2 AND p.usuario_id = $3
       AND a.conta_id = p.conta_id AND a.id = p.id RETURNING a.nome AS antes`,
    [contaId, id, usuarioId, nome],
  );
  return row?.antes ?? null;
}

/** @returns whether the passkey existed */
export async function deletePasskey(
  db: Db,
  contaId: string,
  { id, usuarioId }: PasskeyKey,
): Promise<boolean> {
  const deleted = await db.execute(
    "DELETE FROM passkey WHERE conta_id = $1 AND id = $2 AND usuario_id = $3",
    [contaId, id, usuarioId],
  );
  return deleted > 0;
}

/** Deletes all passkeys of a user. */
export async function deletePasskeys(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db.execute("DELETE FROM passkey WHERE conta_id = $1 AND usuario_id = $2", [contaId, usuarioId]);
}
