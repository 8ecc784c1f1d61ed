import type { Reason } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { insertAnexos } from "../email/email-ingest.rows.ts";
import type { Page } from "../list/list.rules.ts";

/** A file that did not become a document. */
export type ErrorRow = {
  id: string;
  caminho: string;
  nome: string | null;
  tamanho: number;
  motivo: string | null;
  detalhe: string | null;
  quarentena: boolean;
};

export type ErrorGroupRow = { motivo: string | null; quantidade: number };

/** Filter of an import's errors; motivo: null = all. */
export type ErrorFilter = { importacaoId: string; motivo: string | null };

// As in the index anexo_problema_idx.
const PROBLEM = "a.conta_id = $1 AND a.email_id = $2 AND a.destino IN ('erro', 'quarentena')";

/** A page of errors, by reason and by position in the file. */
export async function findErrors(
  db: Db,
  contaId: string,
  { importacaoId, motivo, pagina }: ErrorFilter & { pagina: Page },
): Promise<ErrorRow[]> {
  return await db.query<ErrorRow>(
    `SELECT a.id, a.caminho, a.nome, a.tamanho, a.motivo, a.detalhe, a.destino = 'quarentena' AS quarentena
     FROM anexo a WHERE ${PROBLEM} AND ($3::text IS NULL OR a.motivo = $3)
     ORDER BY a.motivo, string_to_array(a.caminho, '/')::integer[] LIMIT $4 OFFSET $5`,
    [contaId, importacaoId, motivo, pagina.limit, pagina.offset],
  );
}

/** Errors per reason, most frequent first. */
export async function findErrorGroups(
  db: Db,
  contaId: string,
  importacaoId: string,
): Promise<ErrorGroupRow[]> {
  return await db.query<ErrorGroupRow>(
    `SELECT a.motivo, count(*) AS quantidade FROM anexo a WHERE ${PROBLEM} GROUP BY a.motivo ORDER BY count(*) DESC, a.motivo`,
    [contaId, importacaoId],
  );
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
  const rows = await db.query<{ nome: string; tamanho: number; sha256: string }>(
    `SELECT i.nome_arquivo AS nome, i.tamanho::float8 AS tamanho, i.sha256 FROM importacao i
     WHERE i.conta_id = $1 AND i.id = $2 AND i.estado IN ('pendente', 'em-andamento')
       AND NOT EXISTS (SELECT FROM anexo a WHERE a.conta_id = $1 AND a.email_id = $2 AND a.destino IN ('erro', 'quarentena'))`,
    [contaId, id],
  );
  const anexos = rows.map(({ tamanho, ...file }) => ({
    ...file,
    ...{ caminho: FILE_ITSELF, tipo: "application/octet-stream", embutida: false, contentId: null },
    ...{ tamanho: motivo === "arquivo-perdido" ? 0 : tamanho, documentoId: null },
    ...{ destino: "erro" as const, motivo, detalhe: null },
  }));
  await insertAnexos(db, contaId, { emailId: id, anexos });
}
