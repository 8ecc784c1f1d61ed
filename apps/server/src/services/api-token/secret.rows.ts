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
  const { anteriorAte, now, ...secret } = newSecret;
  const { tokenId } = secret;
  const previous = db.deleteFrom("apiTokenSegredo").where(({ and }) => and({ contaId, tokenId }));
  await (anteriorAte > now ? previous.where("terminaEm", "is not", null) : previous).execute();
  const newest = db.updateTable("apiTokenSegredo").where(({ and }) => and({ contaId, tokenId }));
  await newest.set({ terminaEm: anteriorAte }).execute();
  const row = { contaId, id: newId(), ...secret, criadoEm: now };
  await db.insertInto("apiTokenSegredo").values(row).execute();
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
  const ofUser = db.selectFrom("apiTokenSegredo").where(({ and }) => and({ contaId, usuarioId }));
  const tokenIds = ofUser.select("tokenId");
  const locked = db.selectFrom("apiToken").where("contaId", "=", contaId).where("id", "in", tokenIds);
  await locked.orderBy("id").forNoKeyUpdate().execute();
  const secrets = db.deleteFrom("apiTokenSegredo").where(({ and }) => and({ contaId, usuarioId }));
  const deleted = await secrets.returning(["tokenId", "mascara"]).execute();
  const tokens = await db
    .selectFrom("apiToken as t")
    .where("t.contaId", "=", contaId)
    .where("t.id", "=", anyOf(deleted.map(({ tokenId }) => tokenId)))
    .select(({ selectFrom }) => {
      const left = selectFrom("apiTokenSegredo as s").whereRef("s.contaId", "=", "t.contaId");
      return ["t.id", "t.nome", notExists(left.whereRef("s.tokenId", "=", "t.id")).as("acabou")];
    })
    .execute();
  return deleted.flatMap(({ tokenId, mascara }) =>
    tokens.flatMap(({ id, nome, acabou }) => (id === tokenId ? [{ tokenId, nome, mascara, acabou }] : [])),
  );
}

/** Mask of the newest secret of a token; null when it has none. */
export async function findNewestMask(db: Db, contaId: string, tokenId: string): Promise<string | null> {
  const newest = await db
    .selectFrom("apiTokenSegredo")
    .where(({ and }) => and({ contaId, tokenId }))
    .select("mascara")
    .orderBy("terminaEm", (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return newest?.mascara ?? null;
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
      .where(({ and }) => and({ contaId, id: segredoId }))
      .set(({ ref }) => ({ ultimoUso: sql<Date>`greatest(${ref("ultimoUso")}, ${now})`, ultimoIp: ip })),
  );
  // The secret ended after it was read; its token may be deleted too.
  if (touched === 0) return;
  await db
    .insertInto("apiTokenUso")
    .values({ contaId, tokenId, dia, chamadas })
    .onConflict((c) =>
      c.columns(["contaId", "tokenId", "dia"]).doUpdateSet((eb) => ({
        chamadas: eb("apiTokenUso.chamadas", "+", eb.ref("excluded.chamadas")),
      })),
    )
    .execute();
  await db
    .deleteFrom("apiTokenUso")
    .where(({ and }) => and({ contaId, tokenId }))
    .where("dia", "<", sql<string>`${dia}::date - ${sql.lit(USAGE_DAYS)}`)
    .execute();
}
