import { CONVITE_MS, RESET_MS } from "@malote/contract";
import { countChanged, type Db, newId, type Row } from "../../db/index.ts";
import { createToken, hashToken } from "../../secrets/token.ts";

/** The purpose of an e-mailed link: the first password of an invited user, or a reset. */
export type LinkKind = Row<"usuarioToken">["tipo"];

const LIFETIME_MS: Record<LinkKind, number> = { convite: CONVITE_MS, senha: RESET_MS };

/**
 * A new link; its token is stored only as a hash. id: of the token; part of the e-mail's deduplication
 * key.
 */
export type NewLinkToken = { id: string; token: string; expiraEm: Date };

/** A link to create. until: its expiry, if earlier than usual. */
export type LinkTokenRequest = { usuarioId: string; tipo: LinkKind; now: Date; until?: Date | undefined };

/** Creates a user's link and ends the previous one of its kind. */
export async function createLinkToken(
  db: Db,
  contaId: string,
  { usuarioId, tipo, now, until: ate }: LinkTokenRequest,
): Promise<NewLinkToken> {
  const [id, token] = [newId(), createToken()];
  const expiraEm = ate ?? new Date(now.getTime() + LIFETIME_MS[tipo]);
  const renewed = { id, tokenHash: hashToken(token), criadoEm: now, expiraEm };
  await db
    .insertInto("usuarioToken")
    .values({ contaId, usuarioId, tipo, ...renewed })
    .onConflict((conflict) => conflict.columns(["contaId", "usuarioId", "tipo"]).doUpdateSet(renewed))
    .execute();
  return { id, token, expiraEm };
}

/** The user's unexpired link; null when there is none. */
export async function findLiveToken(
  db: Db,
  contaId: string,
  { usuarioId, tipo, now }: LinkTokenRequest,
): Promise<{ criadoEm: Date; expiraEm: Date } | null> {
  const row = await db
    .selectFrom("usuarioToken")
    .where(({ and }) => and({ contaId, usuarioId, tipo }))
    .where("expiraEm", ">", now)
    .select(["criadoEm", "expiraEm"])
    .executeTakeFirst();
  return row ?? null;
}

/** A link as presented by a user. */
export type ShownToken = { usuarioId: string; tipo: LinkKind; token: string; now: Date };

/**
 * Consumes a link; of two concurrent uses only one returns true.
 * @NOTE lock the usuario first (lockUsuario): every change of a user locks in that order
 */
export async function spendToken(db: Db, contaId: string, shown: ShownToken): Promise<boolean> {
  const { usuarioId, tipo, token, now } = shown;
  const spent = await countChanged(
    db
      .deleteFrom("usuarioToken")
      .where(({ and }) => and({ contaId, usuarioId, tipo, tokenHash: hashToken(token) }))
      .where("expiraEm", ">", now),
  );
  return spent > 0;
}

/** Revokes a user's links. */
export async function revokeTokens(
  db: Db,
  contaId: string,
  { usuarioId }: { usuarioId: string },
): Promise<void> {
  const links = db.deleteFrom("usuarioToken").where("contaId", "=", contaId);
  await links.where("usuarioId", "=", usuarioId).execute();
}
