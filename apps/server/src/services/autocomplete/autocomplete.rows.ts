import { SUGGESTIONS_MAX } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { createBinder, startsWith } from "../list/list.rows.ts";

export type NamedEmpresa = { cnpj: string; nome: string };

/** The conta's empresas. ids: those that the caller sees; null = all. */
export async function findNamedEmpresas(
  db: Db,
  contaId: string,
  ids: readonly string[] | null,
): Promise<NamedEmpresa[]> {
  return await db.query<NamedEmpresa>(
    "SELECT cnpj, nome FROM empresa WHERE conta_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))",
    [contaId, ids],
  );
}

export type NamedParticipante = { documento: string; nome: string };

/**
 * Parties by name. A gatekeeper function searches the names; the rows are read under row security, so that
 * only parties of visible documents are suggested.
 */
export async function findParticipantes(
  db: Db,
  contaId: string,
  { documento, pattern }: { documento: string | null; pattern: string | null },
): Promise<NamedParticipante[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const matches = [
    documento === null ? null : `(${startsWith("p.documento", documento, binder)})`,
    pattern === null ? null : `p.documento IN (SELECT portaria_participantes(${binder.bind(pattern)}))`,
  ].filter((match) => match !== null);
  const where = [
    `p.conta_id = ${contaParam}`,
    "p.nome <> ''",
    ...(matches.length === 0 ? [] : [`(${matches.join(" OR ")})`]),
  ];
  return await db.query<NamedParticipante>(
    `SELECT p.documento, p.nome FROM participante p WHERE ${where.join(" AND ")} ORDER BY p.nome_ordem, p.documento LIMIT ${SUGGESTIONS_MAX}`,
    binder.values,
  );
}

export type NamedRemetente = { endereco: string; nome: string | null };

/** Senders of e-mails that the caller sees. The table has one row per sender, however many e-mails. */
export async function findRemetentes(
  db: Db,
  contaId: string,
  pattern: string | null,
): Promise<NamedRemetente[]> {
  return await db.query<NamedRemetente>(
    `SELECT r.endereco, r.nome FROM remetente r
     WHERE r.conta_id = $1 AND ($2::text IS NULL OR r.busca LIKE $2)
       AND EXISTS (SELECT FROM email e WHERE e.conta_id = $1 AND e.remetente_ordem = r.endereco AND NOT e.importado)
     ORDER BY r.endereco LIMIT ${SUGGESTIONS_MAX}`,
    [contaId, pattern],
  );
}

export type NamedUsuario = { id: string; nome: string; nomeUsuario: string; nomeCompleto: string };

/** All users of the conta; their number is limited. */
export async function findNamedUsuarios(db: Db, contaId: string): Promise<NamedUsuario[]> {
  return await db.query<NamedUsuario>(
    `SELECT id, nome, nome_usuario AS "nomeUsuario", nome_completo AS "nomeCompleto" FROM usuario
     WHERE conta_id = $1 AND excluido_em IS NULL`,
    [contaId],
  );
}
