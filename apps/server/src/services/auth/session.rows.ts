import type { Db } from "../../db/index.ts";
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
  await db.execute("DELETE FROM sessao WHERE conta_id = $1 AND usuario_id = $2 AND expira_em <= $3", [
    contaId,
    usuarioId,
    now,
  ]);
  await db.execute(
    `INSERT INTO sessao (conta_id, id, usuario_id, arquivo_hash, origem, criada_em, usada_em, autenticada_em, expira_em)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [contaId, id, usuarioId, arquivoHash, origem, now, autenticadaEm, expiraEm],
  );
  await insertToken(db, contaId, { sessaoId: id, tokenHash, agora: now });
}

export type NewToken = { sessaoId: string; tokenHash: Buffer; agora: Date };

/** Adds a token to a session and deletes the oldest beyond {@link SESSION_TOKENS_MAX}. */
export async function insertToken(db: Db, contaId: string, newToken: NewToken): Promise<void> {
  const { sessaoId, tokenHash, agora: now } = newToken;
  await db.execute(
    "INSERT INTO sessao_token (conta_id, token_hash, sessao_id, criado_em) VALUES ($1, $2, $3, $4)",
    [contaId, tokenHash, sessaoId, now],
  );
  await db.execute(
    `DELETE FROM sessao_token WHERE conta_id = $1 AND sessao_id = $2 AND token_hash IN (
       SELECT token_hash FROM sessao_token WHERE conta_id = $1 AND sessao_id = $2 ORDER BY criado_em DESC, token_hash OFFSET $3)`,
    [contaId, sessaoId, SESSION_TOKENS_MAX],
  );
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
  return await db.execute(
    "DELETE FROM sessao WHERE conta_id = $1 AND usuario_id = $2 AND id IS DISTINCT FROM $3::uuid",
    [contaId, usuarioId, except ?? null],
  );
}

/** Ends one session of a user.   @returns whether an unexpired session existed */
export async function deleteSession(
  db: Db,
  contaId: string,
  { id, usuarioId, now }: { id: string; usuarioId: string; now: Date },
): Promise<boolean> {
  const deleted = await db.query(
    "DELETE FROM sessao WHERE conta_id = $1 AND id = $2 AND usuario_id = $3 AND expira_em > $4 RETURNING id",
    [contaId, id, usuarioId, now],
  );
  return deleted.length > 0;
}

export type SessionRow = {
  id: string;
  origem: string | null;
  criadaEm: Date;
  usadaEm: Date;
  expiraEm: Date;
};

/** A user's unexpired sessions, last used first. */
export async function findSessions(
  db: Db,
  contaId: string,
  { usuarioId, now }: { usuarioId: string; now: Date },
): Promise<SessionRow[]> {
  return await db.query<SessionRow>(
    `SELECT id, origem, criada_em AS "criadaEm", usada_em AS "usadaEm", expira_em AS "expiraEm" FROM sessao
     WHERE conta_id = $1 AND usuario_id = $2 AND expira_em > $3 ORDER BY usada_em DESC, id`,
    [contaId, usuarioId, now],
  );
}

export type SessionTouch = { id: string; now: Date; expiraEm: Date };

/** Stores a session's last use and its new expiry. */
export async function touchSession(
  db: Db,
  contaId: string,
  { id, now, expiraEm }: SessionTouch,
): Promise<void> {
  await db.execute("UPDATE sessao SET usada_em = $3, expira_em = $4 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    now,
    expiraEm,
  ]);
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
  const changed = await db.execute(
    "UPDATE sessao SET autenticada_em = $4 WHERE conta_id = $1 AND id = $2 AND usuario_id = $3",
    [contaId, id, usuarioId, autenticadaEm],
  );
  return changed > 0;
}
