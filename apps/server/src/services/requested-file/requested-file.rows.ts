import { sql } from "kysely";
import { countChanged, countRows, type Db, lockText, type Row } from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { RequestedFileType } from "./requested-file.rules.ts";

const COLUMNS = [
  ...(["id", "tipo", "formato", "pedido", "usuarioId", "usuario", "estado", "total", "feitos"] as const),
  ...(["nome", "tamanho", "sha256", "terminadoEm", "expiraEm", "falha"] as const),
];
const SELECTED = [...COLUMNS, "criadoEm as data" as const];
const OPEN = ["pendente", "em-andamento"] as const;

/** A requested file. `pedido`: the request as stored; `data`: its time. */
export type RequestedFileRow = Pick<Row<"arquivoPedido">, (typeof COLUMNS)[number]> & { data: Date };

/** A new file request. */
export type NewFileRequest = Pick<RequestedFileRow, "id" | "tipo" | "formato" | "total"> & {
  pedido: object;
  usuarioId: string;
  usuario: string;
  now: Date;
};

/** Serializes the file requests of a conta, so that none exceeds the limit. */
export async function lockFileRequests(db: Db, contaId: string): Promise<void> {
  await lockText(db, `arquivo_pedido ${contaId}`);
}

function selectFiles(db: Db, contaId: string, tipo: RequestedFileType) {
  return db
    .selectFrom("arquivoPedido")
    .where("contaId", "=", contaId)
    .where("tipo", "=", tipo)
    .select(SELECTED);
}

function updateFile(db: Db, contaId: string, id: string) {
  return db.updateTable("arquivoPedido").where("contaId", "=", contaId).where("id", "=", id);
}

/** Counts requested files that are not finished. */
export async function countOpenFiles(db: Db, contaId: string, tipo: RequestedFileType): Promise<number> {
  return await countRows(selectFiles(db, contaId, tipo).where("estado", "in", OPEN));
}

/** Stores a request. */
export async function insertFileRequest(
  db: Db,
  contaId: string,
  { pedido, now, ...newRequest }: NewFileRequest,
): Promise<RequestedFileRow> {
  const { id, tipo, formato, usuarioId, usuario, total } = newRequest;
  const row = { contaId, id, tipo, formato, usuarioId, usuario, total, criadoEm: now };
  return await db
    .insertInto("arquivoPedido")
    .values({ ...row, pedido: JSON.stringify(pedido) })
    .returning(SELECTED)
    .executeTakeFirstOrThrow();
}

type FileRef = { id: string; tipo: RequestedFileType };

/** One request; null if the conta has none with this id and type. */
export async function findFileRequest(
  db: Db,
  contaId: string,
  { id, tipo }: FileRef,
): Promise<RequestedFileRow | null> {
  return (await selectFiles(db, contaId, tipo).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** One page of requests, newest first. */
export async function findFileRequests(
  db: Db,
  contaId: string,
  { tipo, page }: { tipo: RequestedFileType; page: Page },
): Promise<RequestedFileRow[]> {
  const newest = selectFiles(db, contaId, tipo).orderBy("criadoEm", "desc").orderBy("id", "desc");
  return await newest.limit(page.limit).offset(page.offset).execute();
}

export async function countFileRequests(db: Db, contaId: string, tipo: RequestedFileType): Promise<number> {
  return await countRows(selectFiles(db, contaId, tipo));
}

/** Starts a request from its beginning. @returns null if it is finished already */
export async function beginFileRequest(
  db: Db,
  contaId: string,
  { id, tipo }: FileRef,
): Promise<RequestedFileRow | null> {
  const begun = updateFile(db, contaId, id)
    .where("tipo", "=", tipo)
    .where("estado", "in", OPEN)
    .set({ estado: "em-andamento", feitos: 0 });
  return (await begun.returning(SELECTED).executeTakeFirst()) ?? null;
}

/** Stores the progress; a null total changes nothing. @returns false if the request ended meanwhile */
export async function updateProgress(
  db: Db,
  contaId: string,
  { id, total, feitos }: { id: string; total: number | null; feitos: number },
): Promise<boolean> {
  const changed = await countChanged(
    updateFile(db, contaId, id)
      .where("estado", "=", "em-andamento")
      .set(total === null ? { feitos } : { feitos, total }),
  );
  return changed === 1;
}

/** A finished file. */
export type FinishedFile = {
  id: string;
  total: number;
  nome: string;
  sha256: string;
  tamanho: number;
  now: Date;
  expiraEm: Date;
  /** What is missing in it; stored in the column of failures. */
  aviso: string | null;
};

/** Marks a file as finished; only the first call succeeds. @returns false if it ended before */
export async function finishFileRequest(db: Db, contaId: string, finished: FinishedFile): Promise<boolean> {
  const { id, total, nome, sha256, tamanho, now, expiraEm, aviso } = finished;
  const file = { total, feitos: total, nome, sha256, tamanho, terminadoEm: now, expiraEm, falha: aviso };
  const changed = await countChanged(
    updateFile(db, contaId, id)
      .where("estado", "=", "em-andamento")
      .set({ estado: "concluido", ...file }),
  );
  return changed === 1;
}

/** Marks a request as failed. @returns false if it ended before */
export async function failFileRequest(
  db: Db,
  contaId: string,
  { id, falha, now }: { id: string; falha: string; now: Date },
): Promise<boolean> {
  const changed = await countChanged(
    updateFile(db, contaId, id)
      .where("estado", "in", OPEN)
      .set({ estado: "falhou", falha, terminadoEm: now }),
  );
  return changed === 1;
}

/** Reopens a failed request. @returns false if it did not fail, or no longer exists */
export async function reopenFileRequest(db: Db, contaId: string, { id, tipo }: FileRef): Promise<boolean> {
  const changed = await countChanged(
    updateFile(db, contaId, id)
      .where(({ and }) => and({ tipo, estado: "falhou" }))
      .set({ estado: "pendente", falha: null, terminadoEm: null }),
  );
  return changed === 1;
}

/** Expires files past their expiry time, which releases their blobs. @returns how many */
export async function expireFiles(db: Db, contaId: string, now: Date): Promise<number> {
  return await countChanged(
    db
      .updateTable("arquivoPedido")
      // A constant, as in the index arquivo_pedido_expira_idx.
      .where(({ and }) => and({ contaId, estado: sql.lit("concluido" as const) }))
      .where("expiraEm", "<=", now)
      .set({ estado: "expirado", sha256: null }),
  );
}

/** Expires the oldest files of a type beyond the newest `kept`. @returns how many */
export async function expireExcessFiles(
  db: Db,
  contaId: string,
  { tipo, kept, now }: { tipo: RequestedFileType; kept: number; now: Date },
): Promise<number> {
  const excess = db
    .selectFrom("arquivoPedido")
    .where(({ and }) => and({ contaId, tipo, estado: "concluido" }))
    .select("id")
    .orderBy("terminadoEm", "desc")
    .orderBy("id", "desc")
    .offset(kept);
  return await countChanged(
    db
      .updateTable("arquivoPedido")
      .where("contaId", "=", contaId)
      .where("id", "in", excess)
      .set({ estado: "expirado", sha256: null, expiraEm: now }),
  );
}

function deleteRequests(db: Db, contaId: string) {
  return db.deleteFrom("arquivoPedido").where("contaId", "=", contaId);
}

/** Deletes requests of both types that failed or expired before `before`. @returns how many */
export async function deleteOldRequests(db: Db, contaId: string, before: Date): Promise<number> {
  return await countChanged(
    deleteRequests(db, contaId).where(({ eb, or }) =>
      or([
        eb("estado", "=", "falhou").and("terminadoEm", "<=", before),
        eb("estado", "=", "expirado").and("expiraEm", "<=", before),
      ]),
    ),
  );
}

/** Deletes failed and expired requests of a type. @returns how many */
export async function deleteEndedRequests(
  db: Db,
  contaId: string,
  { tipo, now }: { tipo: RequestedFileType; now: Date },
): Promise<number> {
  return await countChanged(
    deleteRequests(db, contaId)
      .where("tipo", "=", tipo)
      .where(({ eb, or }) =>
        or([
          eb("estado", "in", ["falhou", "expirado"]),
          eb("estado", "=", "concluido").and("expiraEm", "<=", now),
        ]),
      ),
  );
}
