import type { Reason } from "@malote/contract";
import { sql } from "kysely";
import { type Db, notExists, type Row } from "../../db/index.ts";
import { insertAnexos } from "../email/email-ingest.rows.ts";
import type { Page } from "../list/list.rules.ts";

/** A file that did not become a document. */
export type ErrorRow = Pick<Row<"anexo">, "id" | "caminho" | "nome" | "tamanho" | "motivo" | "detalhe"> & {
  quarentena: boolean;
};

export type ErrorGroupRow = { motivo: string | null; quantidade: number };

/** Filter of an import's errors; motivo: null = all. */
export type ErrorFilter = { importacaoId: string; motivo: string | null };

/** Constants, as in the index anexo_problema_idx. */
const PROBLEMS = [sql.lit("erro" as const), sql.lit("quarentena" as const)];

function selectProblems(db: Db, contaId: string, importacaoId: string) {
  return db
    .selectFrom("anexo")
    .where("contaId", "=", contaId)
    .where("emailId", "=", importacaoId)
    .where("destino", "in", PROBLEMS);
}

/** A page of errors, by reason and by position in the file. */
export async function findErrors(
  db: Db,
  contaId: string,
  { importacaoId, motivo, pagina }: ErrorFilter & { pagina: Page },
): Promise<ErrorRow[]> {
  return await selectProblems(db, contaId, importacaoId)
    .where(({ eb, and }) => and(motivo === null ? [] : [eb("motivo", "=", motivo)]))
    .select(["id", "caminho", "nome", "tamanho", "motivo", "detalhe"])
    .select(({ eb }) => eb("destino", "=", "quarentena").$castTo<boolean>().as("quarentena"))
    .orderBy("motivo")
    .orderBy(({ ref }) => sql`string_to_array(${ref("caminho")}, '/')::integer[]`)
    .limit(pagina.limit)
    .offset(pagina.offset)
    .execute();
}

/** Errors per reason, most frequent first. */
export async function findErrorGroups(
  db: Db,
  contaId: string,
  importacaoId: string,
): Promise<ErrorGroupRow[]> {
  return await selectProblems(db, contaId, importacaoId)
    .select(({ fn }) => ["motivo", fn.countAll<number>().as("quantidade")])
    .groupBy("motivo")
    .orderBy("quantidade", "desc")
    .orderBy("motivo")
    .execute();
}

/** The `caminho` of the imported file itself; its parts begin at 1. */
const FILE_ITSELF = "0";

/**
 * Records a failed import as an error of the import itself, unless one of its parts already explains
 * it. It is listed and downloadable like other errors. Does nothing for an import that has ended.
 * @param motivo `arquivo-perdido`: there is no file to download
 */
export async function insertFileError(
  db: Db,
  contaId: string,
  { id, motivo }: { id: string; motivo: Reason },
): Promise<void> {
  const rows = await db
    .selectFrom("importacao")
    .where(({ and }) => and({ contaId, id }))
    .where("estado", "in", ["pendente", "em-andamento"])
    .where(notExists(selectProblems(db, contaId, id)))
    .select(["nomeArquivo as nome", "tamanho", "sha256"])
    .execute();
  const anexos = rows.map(({ tamanho, ...file }) => ({
    ...file,
    ...{ caminho: FILE_ITSELF, tipo: "application/octet-stream", embutida: false, contentId: null },
    ...{ tamanho: motivo === "arquivo-perdido" ? 0 : tamanho, documentoId: null },
    ...{ destino: "erro" as const, motivo, detalhe: null },
  }));
  await insertAnexos(db, contaId, [{ emailId: id, anexos }]);
}
