import type { BlobRef } from "../../blob/blob-store.ts";
import { newId } from "../../db/index.ts";
import { countStored } from "../conta/usage.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";
import { findImportacao, type ImportacaoRow, insertImportacao } from "./importacao.rows.ts";

/** A completely received file, in the blob store. */
export type Upload = BlobRef & { nomeArquivo: string };

/** Stores an import with its sender and plans its reading, in one transaction. */
export async function saveImportacao(
  { database, clock, caller, wake }: SignedInContext,
  upload: Upload,
): Promise<ImportacaoRow> {
  const { contaId, ownerId: usuarioId, nome: usuario } = caller;
  const now = clock.now();
  const id = newId();
  const row = await database.withConta(contaId, async (db) => {
    await insertImportacao(db, contaId, { ...upload, id, usuarioId, usuario, now });
    await planTasks(db, contaId, [{ tipo: "importacao", alvo: id, venceEm: now }]);
    await registerAct({ caller, clock }, db, { acao: "importar", alvo: id, detalhe: upload.nomeArquivo });
    await countStored(db, contaId, { emails: 0, bytes: upload.tamanho, agora: now });
    return await findImportacao(db, contaId, id);
  });
  if (row === null) throw new Error(`importacao ${id} was not written`);
  wake?.();
  return row;
}
