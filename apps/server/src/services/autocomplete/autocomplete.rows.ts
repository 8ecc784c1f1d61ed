import { SUGGESTIONS_MAX } from "@malote/contract";
import { sql } from "kysely";
import { anyOf, type Db, type Row } from "../../db/index.ts";
import { hasPrefix } from "../list/list.rows.ts";
import { selectDocumentosOf } from "../participante/participante.rows.ts";

export type NamedEmpresa = Pick<Row<"empresa">, "cnpj" | "nome">;

/** The conta's empresas. ids: those that the caller sees; null = all. */
export async function findNamedEmpresas(
  db: Db,
  contaId: string,
  ids: readonly string[] | null,
): Promise<NamedEmpresa[]> {
  return await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .$if(ids !== null, (query) => query.where("id", "=", anyOf(ids ?? [])))
    .select(["cnpj", "nome"])
    .execute();
}

export type NamedParticipante = Pick<Row<"participante">, "documento" | "nome">;

/**
 * Parties by name or CNPJ. The rows are read under row security, so that only parties of visible documents
 * are suggested.
 */
export async function findParticipantes(
  db: Db,
  contaId: string,
  { documento, pattern }: { documento: string | null; pattern: string | null },
): Promise<NamedParticipante[]> {
  return await db
    .selectFrom("participante")
    .where("contaId", "=", contaId)
    .where("nome", "<>", "")
    .where(({ ref, or, lit }) => {
      const matches = [
        documento === null ? null : hasPrefix(ref("documento"), documento),
        pattern === null ? null : sql<boolean>`${ref("documento")} IN ${selectDocumentosOf(pattern)}`,
      ].filter((match) => match !== null);
      return matches.length === 0 ? lit(true) : or(matches);
    })
    .select(["documento", "nome"])
    .orderBy("nomeOrdem")
    .orderBy("documento")
    .limit(SUGGESTIONS_MAX)
    .execute();
}

export type NamedRemetente = Pick<Row<"remetente">, "endereco" | "nome">;

/** Senders of e-mails that the caller sees. The table has one row per sender, however many e-mails. */
export async function findRemetentes(
  db: Db,
  contaId: string,
  pattern: string | null,
): Promise<NamedRemetente[]> {
  return await db
    .selectFrom("remetente as r")
    .where("r.contaId", "=", contaId)
    .$if(pattern !== null, (query) => query.where("r.busca", "like", pattern))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("email as e")
          .where("e.contaId", "=", contaId)
          .whereRef("e.remetenteOrdem", "=", "r.endereco")
          .where(({ not }) => not("e.importado")),
      ),
    )
    .select(["r.endereco", "r.nome"])
    .orderBy("r.endereco")
    .limit(SUGGESTIONS_MAX)
    .execute();
}

export type NamedUsuario = Pick<Row<"usuario">, "id" | "nome" | "nomeUsuario" | "nomeCompleto">;

/** All users of the conta; their number is limited. */
export async function findNamedUsuarios(db: Db, contaId: string): Promise<NamedUsuario[]> {
  return await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("excluidoEm", "is", null)
    .select(["id", "nome", "nomeUsuario", "nomeCompleto"])
    .execute();
}
