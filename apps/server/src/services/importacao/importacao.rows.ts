import type { FileFailure } from "@malote/contract";
import { sql } from "kysely";
import { countRows, type Db, type Row } from "../../db/index.ts";
import { closeEmail } from "../email/email-ingest.rows.ts";
import type { Page } from "../list/list.rules.ts";

type Importacao = Row<"importacao">;

const COLUMNS = [
  ...(["id", "nomeArquivo", "tamanho", "sha256", "criadoEm", "usuario", "estado", "total"] as const),
  ...(["documentos", "eventos", "duplicados", "outros", "erros", "terminadoEm", "falha"] as const),
];
const OPEN = ["pendente", "em-andamento"] as const;

/** An import. total: null = not known yet; falha: null = none; it may be a key of a later version. */
export type ImportacaoRow = Pick<Importacao, (typeof COLUMNS)[number]>;

/** A new import, whose bytes are in the blob store. */
export type NewImportacao = Pick<Importacao, "id" | "nomeArquivo" | "tamanho" | "sha256"> & {
  usuarioId: string;
  usuario: string;
  now: Date;
};

/** Inserts an import and its e-mail without an envelope, whose parts will be the files in it. */
export async function insertImportacao(db: Db, contaId: string, newImportacao: NewImportacao): Promise<void> {
  const { id, nomeArquivo, tamanho, sha256, usuarioId, usuario, now } = newImportacao;
  const email = { contaId, id, importado: true, assunto: nomeArquivo, data: now, recebidaEm: now, tamanho };
  await db
    .insertInto("email")
    .values({ ...email, estado: "em-leitura" })
    .execute();
  const importacao = { contaId, id, nomeArquivo, tamanho, sha256, usuarioId, usuario, criadoEm: now };
  await db.insertInto("importacao").values(importacao).execute();
}

function selectImportacoes(db: Db, contaId: string) {
  return db.selectFrom("importacao").where("contaId", "=", contaId).select(COLUMNS);
}

/** A page of imports, newest first. */
export async function findImportacoes(
  db: Db,
  contaId: string,
  { limit, offset }: Page,
): Promise<ImportacaoRow[]> {
  const newest = selectImportacoes(db, contaId).orderBy("criadoEm", "desc").orderBy("id", "desc");
  return await newest.limit(limit).offset(offset).execute();
}

export async function countImportacoes(db: Db, contaId: string): Promise<number> {
  return await countRows(selectImportacoes(db, contaId));
}

/** Counts imports that wait or are being read. */
export async function countOpen(db: Db, contaId: string): Promise<number> {
  return await countRows(selectImportacoes(db, contaId).where("estado", "in", OPEN));
}

/** @param donoId only an import of this user or token; null = of any */
export async function findImportacao(
  db: Db,
  contaId: string,
  id: string,
  donoId: string | null = null,
): Promise<ImportacaoRow | null> {
  const found = selectImportacoes(db, contaId).where("id", "=", id);
  const own = donoId === null ? found : found.where("usuarioId", "=", donoId);
  return (await own.executeTakeFirst()) ?? null;
}

/** Where a job starts. depois: position of the last part that has an outcome; empty = none has. */
export type ResumePoint = Pick<Importacao, "sha256" | "nomeArquivo" | "total"> & { depois: number[] };

/**
 * Starts or resumes an import: its parts get their outcome in order, so the last one marks the
 * position.
 * @returns null when it is deleted or has ended
 */
export async function beginImportacao(db: Db, contaId: string, id: string): Promise<ResumePoint | null> {
  const begun = await db
    .updateTable("importacao")
    .where(({ and }) => and({ contaId, id }))
    .where("estado", "in", OPEN)
    .set({ estado: "em-andamento" })
    .returning(["sha256", "nomeArquivo", "total"])
    .executeTakeFirst();
  if (begun === undefined) return null;
  const last = await selectParts(db, contaId, id)
    .select(({ ref }) => sql<number[]>`string_to_array(${ref("caminho")}, '/')::integer[]`.as("lugar"))
    .orderBy("lugar", "desc")
    .limit(1)
    .executeTakeFirst();
  return { ...begun, depois: last?.lugar ?? [] };
}

function selectParts(db: Db, contaId: string, id: string) {
  return db.selectFrom("anexo").where("contaId", "=", contaId).where("emailId", "=", id);
}

/** Update of an import by the outcomes of its parts. */
function updateCounts(db: Db, contaId: string, id: string) {
  const counts = selectParts(db, contaId, id).select(({ fn }) => {
    const count = (...destinos: Row<"anexo">["destino"][]) =>
      fn.countAll<number>().filterWhere("destino", "in", destinos);
    return [
      count("nota").as("documentos"),
      count("evento").as("eventos"),
      count("duplicada").as("duplicados"),
      count("outro-dfe", "nao-dfe").as("outros"),
      count("erro", "quarentena").as("erros"),
      // An opened package is not counted as a file, only the files in it.
      fn.countAll<number>().filterWhere("destino", "<>", "pacote").as("total"),
    ];
  });
  return db
    .updateTable("importacao as i")
    .from(counts.as("l"))
    .where(({ and }) => and({ "i.contaId": contaId, "i.id": id }))
    .set(({ ref }) => ({
      documentos: ref("l.documentos"),
      eventos: ref("l.eventos"),
      duplicados: ref("l.duplicados"),
      outros: ref("l.outros"),
      erros: ref("l.erros"),
    }));
}

/** Stores the progress by the outcomes so far. total: files in the import, as far as known. */
export async function saveProgress(
  db: Db,
  contaId: string,
  { id, total }: { id: string; total: number },
): Promise<void> {
  await updateCounts(db, contaId, id)
    .where("i.estado", "=", "em-andamento")
    .set(({ ref }) => ({ total: sql<number>`greatest(${total}::integer, ${ref("l.total")})` }))
    .execute();
}

/** The end of an import. falha: the reason of a failure, or a remark; null = none. */
export type ImportacaoEnd = {
  id: string;
  estado: "concluido" | "falhou";
  falha: FileFailure | null;
  now: Date;
};

/** Ends an import once, with the final counts. Documents read so far are kept in any case. */
export async function endImportacao(db: Db, contaId: string, end: ImportacaoEnd): Promise<void> {
  const { id, estado, falha, now } = end;
  const motivo = estado === "falhou" ? { motivo: "leitura-falhou" as const } : {};
  await closeEmail(db, contaId, { emailId: id, ...motivo });
  await updateCounts(db, contaId, id)
    .where("i.estado", "in", OPEN)
    .set(({ ref }) => ({ total: ref("l.total"), estado, falha, terminadoEm: now }))
    .execute();
}

/** Returns 1 when any part became a stored document or already was one, otherwise 0. */
export async function countStored(db: Db, contaId: string, id: string): Promise<number> {
  const stored = selectParts(db, contaId, id)
    .where("destino", "in", ["nota", "evento", "duplicada", "outro-dfe", "quarentena"])
    .limit(1);
  return (await stored.execute()).length;
}
