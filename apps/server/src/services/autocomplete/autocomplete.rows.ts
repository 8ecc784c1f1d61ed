import { SUGESTOES_MAX } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { createBinder, startsWith } from "../lista/lista.rows.ts";
import type { Digitado } from "./autocomplete.rules.ts";

export type EmpresaNomeada = { cnpj: string; nome: string };

/** The conta's empresas. ids: those that the caller sees; null = all. */
export async function findEmpresasNomeadas(
  sql: Sql,
  contaId: string,
  ids: readonly string[] | null,
): Promise<EmpresaNomeada[]> {
  return await sql.query<EmpresaNomeada>(
    "SELECT cnpj, nome FROM empresa WHERE conta_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))",
    [contaId, ids],
  );
}

export type ParticipanteNomeado = { documento: string; nome: string };

/**
 * Parties by name. A gatekeeper function searches the names; the rows are read under row security, so that
 * only parties of visible documents are suggested.
 */
export async function findParticipantes(
  sql: Sql,
  contaId: string,
  { documento, padrao }: Digitado,
): Promise<ParticipanteNomeado[]> {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const matches = [
    documento === null ? null : `(${startsWith("p.documento", documento, binder)})`,
    padrao === null ? null : `p.documento IN (SELECT portaria_participantes(${binder.bind(padrao)}))`,
  ].filter((match) => match !== null);
  const where = [
    `p.conta_id = ${conta}`,
    "p.nome <> ''",
    ...(matches.length === 0 ? [] : [`(${matches.join(" OR ")})`]),
  ];
  return await sql.query<ParticipanteNomeado>(
    `SELECT p.documento, p.nome FROM participante p WHERE ${where.join(" AND ")} ORDER BY p.nome_ordem, p.documento LIMIT ${SUGESTOES_MAX}`,
    binder.values,
  );
}

export type RemetenteNomeado = { endereco: string; nome: string | null };

/** Senders of e-mails that the caller sees. The table has one row per sender, however many e-mails. */
export async function findRemetentes(
  sql: Sql,
  contaId: string,
  padrao: string | null,
): Promise<RemetenteNomeado[]> {
  return await sql.query<RemetenteNomeado>(
    `SELECT r.endereco, r.nome FROM remetente r
     WHERE r.conta_id = $1 AND ($2::text IS NULL OR r.busca LIKE $2)
       AND EXISTS (SELECT FROM email e WHERE e.conta_id = $1 AND e.remetente_ordem = r.endereco AND NOT e.importado)
     ORDER BY r.endereco LIMIT ${SUGESTOES_MAX}`,
    [contaId, padrao],
  );
}

export type UsuarioNomeado = { id: string; nome: string; nomeUsuario: string; nomeCompleto: string };

/** All users of the conta; their number is limited. */
export async function findUsuariosNomeados(sql: Sql, contaId: string): Promise<UsuarioNomeado[]> {
  return await sql.query<UsuarioNomeado>(
    `SELECT id, nome, nome_usuario AS "nomeUsuario", nome_completo AS "nomeCompleto" FROM usuario
     WHERE conta_id = $1 AND excluido_em IS NULL`,
    [contaId],
  );
}
