import { sql } from "kysely";
import { anyOf, countChanged, type Db, newId, notExists } from "../../db/index.ts";

export type NewSecret = {
  tokenId: string;
  /** The user who receives it. */
  usuarioId: string;
  tokenHash: Buffer;
  mascara: string;
  now: Date;
  /** Until when the newest previous secret lives; older ones end now. */
  anteriorAte: Date;
};

/** Adds a secret to a locked token (lockApiToken). */
export async function insertSecret(db: Db, contaId: string, newSecret: NewSecret): Promise<void> {
  const { tokenId, usuarioId, tokenHash, mascara, now, anteriorAte } = newSecret;
  // Without a grace period the previous one ends now, too.
  const ended = db
    .deleteFrom("apiTokenSegredo")
    .where("contaId", "=", contaId)
    .where("tokenId", "=", tokenId);
  await (anteriorAte <= now ? ended : ended.where("terminaEm", "is not", null)).execute();
  await db
    .updateTable("apiTokenSegredo")
    .set({ terminaEm: anteriorAte })
    .where("contaId", "=", contaId)
    .where("tokenId", "=", tokenId)
    .execute();
  await db
    .insertInto("apiTokenSegredo")
    .values({ contaId, id: newId(), tokenId, usuarioId, tokenHash, mascara, criadoEm: now })
    .execute();
}

/** A deleted secret whose user lost access. acabou: its token has none left. */
export type DeletedSecret = { tokenId: string; nome: string; mascara: string; acabou: boolean };

/**
 * Deletes the secrets shown to a user. Call it after locking
 * the user's row, which creating a secret locks too.
 */
export async function deleteSecretsOfUser(
  db: Db,
  contaId: string,
  usuarioId: string,
): Promise<DeletedSecret[]> {
  await db
    .selectFrom("apiToken")
    .where("contaId", "=", contaId)
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("apiTokenSegredo as s")
        .where("s.contaId", "=", contaId)
        .where("s.usuarioId", "=", usuarioId)
        .select("s.tokenId"),
    )
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const deleted = await db
    .deleteFrom("apiTokenSegredo")
    .where("contaId", "=", contaId)
    .where("usuarioId", "=", usuarioId)
    .returning(["tokenId", "mascara"])
    .execute();
  const ids = deleted.map(({ tokenId }) => tokenId);
  const tokens = await db
    .selectFrom("apiToken as t")
    .where("t.contaId", "=", contaId)
    .where("t.id", "=", anyOf(ids))
    .select(["t.id", "t.nome"])
    .select(({ selectFrom }) =>
      notExists(
        selectFrom("apiTokenSegredo as s")
          .whereRef("s.contaId", "=", "t.contaId")
          .whereRef("s.tokenId", "=", "t.id"),
      ).as("acabou"),
    )
    .execute();
  return deleted.flatMap(({ tokenId, mascara }) =>
    tokens.flatMap(({ id, nome, acabou }) => (id === tokenId ? [{ tokenId, nome, mascara, acabou }] : [])),
  );
}

/** Mask of the newest secret of a token; null when it has none. */
export async function findNewestMask(db: Db, contaId: string, tokenId: string): Promise<string | null> {
  const row = await db
    .selectFrom("apiTokenSegredo")
    .where("contaId", "=", contaId)
    .where("tokenId", "=", tokenId)
    .select("mascara")
    .orderBy("terminaEm", (by) => by.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row?.mascara ?? null;
}

/** Days for which a token's calls are kept. */
const USAGE_DAYS = 90;

/** Use of a secret that a process has counted since its last write. dia: in the conta's zone. */
export type CountedUse = {
  tokenId: string;
  segredoId: string;
  chamadas: number;
  ip: string;
  dia: string;
  now: Date;
};

/** Records when, from where and how often a token was used. */
export async function recordUse(db: Db, contaId: string, use: CountedUse): Promise<void> {
  const { tokenId, segredoId, chamadas, ip, dia, now } = use;
  const touched = await countChanged(
    db
      .updateTable("apiTokenSegredo")
      .set(({ ref }) => ({
        ultimoUso: sql<Date>`greatest(${ref("ultimoUso")}, ${now}::timestamptz)`,
        ultimoIp: ip,
      }))
      .where("contaId", "=", contaId)
      .where("id", "=", segredoId),
  );
  // The secret ended after it was read; its token may be deleted too.
  if (touched === 0) return;
  await db
    .insertInto("apiTokenUso")
    .values({ contaId, tokenId, dia, chamadas })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "tokenId", "dia"]).doUpdateSet(({ eb, ref }) => ({
        chamadas: eb("apiTokenUso.chamadas", "+", ref("excluded.chamadas")),
      })),
    )
    .execute();
  await db
    .deleteFrom("apiTokenUso")
    .where("contaId", "=", contaId)
    .where("tokenId", "=", tokenId)
    .where("dia", "<", sql<string>`${dia}::date - ${sql.lit(USAGE_DAYS)}`)
    .execute();
}
