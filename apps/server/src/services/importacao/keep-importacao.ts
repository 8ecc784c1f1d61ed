import type { BlobRef } from "../../blob/blob-store.ts";
import { newId } from "../../db/index.ts";
import { countGuardado } from "../conta/uso.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findImportacao, type ImportacaoRow, insertImportacao } from "./importacao.rows.ts";

/** A completely received file, in the blob store. */
export type Enviado = BlobRef & { nomeArquivo: string };

/** Stores an import with its sender and plans its reading, in one transaction. */
export async function keepImportacao(
  { database, clock, caller, wake }: SignedInContext,
  enviado: Enviado,
): Promise<ImportacaoRow> {
  const { contaId, donoId: usuarioId, nome: usuario } = caller;
  const agora = clock.now();
  const id = newId();
  const row = await database.withContaSql(contaId, async (sql) => {
    await insertImportacao(sql, contaId, { ...enviado, id, usuarioId, usuario, agora });
    await planTarefas(sql, contaId, [{ tipo: "importacao", alvo: id, venceEm: agora }]);
    await registerAto({ caller, clock }, sql, { acao: "importar", alvo: id, detalhe: enviado.nomeArquivo });
    await countGuardado(sql, contaId, { emails: 0, bytes: enviado.tamanho, agora });
    return await findImportacao(sql, contaId, id);
  });
  if (row === null) throw new Error(`importacao ${id} was not written`);
  wake?.();
  return row;
}
