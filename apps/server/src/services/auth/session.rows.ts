import { countChanged, type Db, type Row } from "../../db/index.ts";
import { SESSION_TOKENS_MAX } from "./auth.rules.ts";

export type NewSession = {
  id: string;
  usuarioId: string;
  arquivoHash: Buffer;
  tokenHash: Buffer;
  origem: string | null;
  now: Date;
  expiraEm: Date;
  /** In the machine's real time, if that differs (demo clock). */
  autenticadaEm?: Date;
};

/** Creates a session with its first token, and deletes the user's expired sessions. */
export async function insertSession(db: Db, contaId: string, newSession: NewSession): Promise<void> {
  const { id, usuarioId, arquivoHash, tokenHash, origem, now, expiraEm, autenticadaEm = now } = newSession;
  await db
    .deleteFrom("sessao")
    .where(({ and }) => and({ contaId, usuarioId }))
    .where("expiraEm", "<=", now)
    .execute();
  const times = { criadaEm: now, usadaEm: now, autenticadaEm, expiraEm };
  await db
    .insertInto("sessao")
    .values({ contaId, id, usuarioId, arquivoHash, origem, ...times })
    .execute();
  await insertToken(db, contaId, { sessaoId: id, tokenHash, agora: now });
}

export type NewToken = { sessaoId: string; tokenHash: Buffer; agora: Date };

/** Adds a token to a session and deletes the oldest beyond {@link SESSION_TOKENS_MAX}. */
export async function insertToken(db: Db, contaId: string, newToken: NewToken): Promise<void> {
  const { sessaoId, tokenHash, agora: now } = newToken;
  await db.insertInto("sessaoToken").values({ contaId, tokenHash, sessaoId, criadoEm: now }).execute();
  const beyond = db
    .selectFrom("sessaoToken")
    .where(({ and }) => and({ contaId, sessaoId }))
    .select("tokenHash")
    .orderBy("criadoEm", "desc")
    .orderBy("tokenHash")
    .offset(SESSION_TOKENS_MAX);
  await db
    .deleteFrom("sessaoToken")
    .where(({ and }) => and({ contaId, sessaoId }))
    .where("tokenHash", "in", beyond)
    .execute();
}

/** The user whose sessions end; except: the session to keep, if the user ended the others. */
export type SessionsEnd = { usuarioId: string; except?: string };

/**
 * Ends a user's sessions with all their tokens and cookies; takes effect at the next call.
 * @returns how many ended
 * @NOTE a changed `senha_hash`, or `ativo` set to false, ends all of them by the trigger
 * usuario_encerra_sessoes
 */
export async function endSessions(
  db: Db,
  contaId: string,
  { usuarioId, except }: SessionsEnd,
): Promise<number> {
  return await countChanged(
    db
      .deleteFrom("sessao")
      .where(({ and }) => and({ contaId, usuarioId }))
      .where("id", "is distinct from", except ?? null),
  );
}

/** Ends one session of a user.   @returns whether an unexpired session existed */
export async function deleteSession(
  db: Db,
  contaId: string,
  { id, usuarioId, now }: { id: string; usuarioId: string; now: Date },
): Promise<boolean> {
  const deleted = await countChanged(
    db
      .deleteFrom("sessao")
      .where(({ and }) => and({ contaId, id, usuarioId }))
      .where("expiraEm", ">", now),
  );
  return deleted > 0;
}

export type SessionRow = Pick<Row<"sessao">, "id" | "origem" | "criadaEm" | "usadaEm" | "expiraEm">;

/** A user's unexpired sessions, last used first. */
export async function findSessions(
  db: Db,
  contaId: string,
  { usuarioId, now }: { usuarioId: string; now: Date },
): Promise<SessionRow[]> {
  return await db
    .selectFrom("sessao")
    .where(({ and }) => and({ contaId, usuarioId }))
    .where("expiraEm", ">", now)
    .select(["id", "origem", "criadaEm", "usadaEm", "expiraEm"])
    .orderBy("usadaEm", "desc")
    .orderBy("id")
    .execute();
}

export type SessionTouch = { id: string; now: Date; expiraEm: Date };

/** Stores a session's last use and its new expiry. */
export async function touchSession(
  db: Db,
  contaId: string,
  { id, now, expiraEm }: SessionTouch,
): Promise<void> {
  await db
    .updateTable("sessao")
    .set({ usadaEm: now, expiraEm })
    .where(({ and }) => and({ contaId, id }))
    .execute();
}

/**
 * Stores when the user of a session last proved who they are.
 * @returns whether the session still exists
 */
export async function renewAuthenticated(
  db: Db,
  contaId: string,
  { id, usuarioId, autenticadaEm }: { id: string; usuarioId: string; autenticadaEm: Date },
): Promise<boolean> {
  const changed = await countChanged(
    db
      .updateTable("sessao")
      .set({ autenticadaEm })
      .where(({ and }) => and({ contaId, id, usuarioId })),
  );
  return changed > 0;
}
