import type { Db } from "../../db/index.ts";
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
export async function insertSessao(db: Db, contaId: string, nova: NovaSessao): Promise<void> {
  const { id, usuarioId, origem, agora, expiraEm } = nova;
  await db.sessao.deleteMany({ where: { contaId, usuarioId, expiraEm: { lte: agora } } });
  const arquivoHash = new Uint8Array(nova.arquivoHash);
  await db.sessao.create({
    data: { contaId, id, usuarioId, arquivoHash, origem, criadaEm: agora, usadaEm: agora, expiraEm },
    select: { id: true },
  });
  await insertToken(db, contaId, { sessaoId: id, tokenHash: nova.tokenHash, agora });
}

export type NovoToken = { sessaoId: string; tokenHash: Buffer; agora: Date };

/** Gives a session one more token; the oldest beyond {@link SESSAO_TOKENS_MAX} stop working. */
export async function insertToken(db: Db, contaId: string, novo: NovoToken): Promise<void> {
  const { sessaoId, agora } = novo;
  const tokenHash = new Uint8Array(novo.tokenHash);
  await db.sessaoToken.create({
    data: { contaId, tokenHash, sessaoId, criadoEm: agora },
    select: { sessaoId: true },
  });
  const beyond = await db.sessaoToken.findMany({
    where: { contaId, sessaoId },
    orderBy: [{ criadoEm: "desc" }, { tokenHash: "asc" }],
    skip: SESSAO_TOKENS_MAX,
    select: { tokenHash: true },
  });
  if (beyond.length === 0) return;
  const hashes = beyond.map((token) => token.tokenHash);
  await db.sessaoToken.deleteMany({ where: { contaId, sessaoId, tokenHash: { in: hashes } } });
}

/** Ends a session with all its tokens and its cookie. */
export async function deleteSessao(db: Db, contaId: string, id: string): Promise<void> {
  await db.sessao.deleteMany({ where: { contaId, id } });
}

export type Toque = { id: string; agora: Date; expiraEm: Date };

/** Writes down that a session is in use, and until when it lives now. */
export async function touchSessao(db: Db, contaId: string, { id, agora, expiraEm }: Toque): Promise<void> {
  await db.sessao.updateMany({ where: { contaId, id }, data: { usadaEm: agora, expiraEm } });
}
