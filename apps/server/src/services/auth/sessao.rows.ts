import type { Sql } from "../../db/index.ts";
import { SESSAO_TOKENS_MAX } from "./auth.rules.ts";

export type NovaSessao = {
  id: string;
  usuarioId: string;
  arquivoHash: Buffer;
  tokenHash: Buffer;
  origem: string | null;
  agora: Date;
  expiraEm: Date;
};

/** Makes a session with its first token, and clears away those of the same user that are over. */
export async function insertSessao(sql: Sql, contaId: string, nova: NovaSessao): Promise<void> {
  await sql.execute("DELETE FROM sessao WHERE conta_id = $1 AND usuario_id = $2 AND expira_em <= $3", [
    contaId,
    nova.usuarioId,
    nova.agora,
  ]);
  await sql.execute(
    `INSERT INTO sessao (conta_id, id, usuario_id, arquivo_hash, origem, criada_em, usada_em, expira_em)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [contaId, nova.id, nova.usuarioId, nova.arquivoHash, nova.origem, nova.agora, nova.expiraEm],
  );
  await insertToken(sql, contaId, { sessaoId: nova.id, tokenHash: nova.tokenHash, agora: nova.agora });
}

export type NovoToken = { sessaoId: string; tokenHash: Buffer; agora: Date };

/** Gives a session one more token; the oldest beyond {@link SESSAO_TOKENS_MAX} stop working. */
export async function insertToken(sql: Sql, contaId: string, novo: NovoToken): Promise<void> {
  await sql.execute(
    "INSERT INTO sessao_token (conta_id, token_hash, sessao_id, criado_em) VALUES ($1, $2, $3, $4)",
    [contaId, novo.tokenHash, novo.sessaoId, novo.agora],
  );
  await sql.execute(
    `DELETE FROM sessao_token WHERE conta_id = $1 AND sessao_id = $2 AND token_hash IN (
       SELECT token_hash FROM sessao_token WHERE conta_id = $1 AND sessao_id = $2
       ORDER BY criado_em DESC, token_hash OFFSET $3)`,
    [contaId, novo.sessaoId, SESSAO_TOKENS_MAX],
  );
}

/** Ends a session with all its tokens and its cookie. */
export async function deleteSessao(sql: Sql, contaId: string, id: string): Promise<void> {
  await sql.execute("DELETE FROM sessao WHERE conta_id = $1 AND id = $2", [contaId, id]);
}

export type Toque = { id: string; agora: Date; expiraEm: Date };

export async function touchSessao(sql: Sql, contaId: string, { id, agora, expiraEm }: Toque): Promise<void> {
  await sql.execute("UPDATE sessao SET usada_em = $3, expira_em = $4 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    agora,
    expiraEm,
  ]);
}
