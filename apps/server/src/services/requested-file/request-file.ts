import { formatInteger } from "@malote/syntax";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Caller } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import {
  countOpenFiles,
  insertFileRequest,
  lockFileRequests,
  type NewFileRequest,
  type RequestedFileRow,
} from "./requested-file.rows.ts";
import { OPEN_MAX } from "./requested-file.rules.ts";

const ACTIONS = { exportacao: "exportar", repositorio: "baixar-repositorio" } as const;

/** A file request. total: number of documents, if known already. */
export type FileRequest = Pick<NewFileRequest, "tipo" | "formato" | "pedido" | "total" | "now">;

/**
 * Requests a file: stores the row and plans the task that makes it, in the caller's transaction. Call
 * `ctx.wake` after the commit.
 * @throws {Refusal} arquivosDemais
 */
export async function requestFile(
  db: Db,
  { contaId, usuarioId, ownerId: donoId, nome: usuario }: Caller,
  newRequest: FileRequest,
): Promise<RequestedFileRow> {
  await lockFileRequests(db, contaId);
  const limit = OPEN_MAX[newRequest.tipo];
  if ((await countOpenFiles(db, contaId, newRequest.tipo)) >= limit) {
    throw new Refusal("arquivosDemais", { values: { limite: limit } });
  }
  const row = await insertFileRequest(db, contaId, {
    ...newRequest,
    id: newId(),
    usuarioId: donoId,
    usuario,
  });
  await planTasks(db, contaId, [{ tipo: newRequest.tipo, alvo: row.id, venceEm: newRequest.now }]);
  const total = newRequest.total === null ? "" : ` · ${formatInteger(newRequest.total)} documentos`;
  const act = { acao: ACTIONS[newRequest.tipo], alvo: row.id, detalhe: `${newRequest.formato}${total}` };
  await insertRegistros(db, contaId, [{ quando: newRequest.now, usuarioId, usuario, ...act }]);
  return row;
}
