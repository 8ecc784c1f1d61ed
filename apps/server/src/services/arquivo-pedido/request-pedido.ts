import { formatInteiro } from "@malote/syntax";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Caller } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import {
  type ArquivoPedidoNovo,
  type ArquivoPedidoRow,
  countAbertos,
  insertPedido,
  lockPedidos,
} from "./arquivo-pedido.rows.ts";
import { ABERTOS_MAX } from "./arquivo-pedido.rules.ts";

const ACAO = { exportacao: "exportar", repositorio: "baixar-repositorio" } as const;

/** A file request. total: number of documents, if known already. */
export type NovoArquivo = Pick<ArquivoPedidoNovo, "tipo" | "formato" | "pedido" | "total" | "agora">;

/**
 * Requests a file: stores the row and plans the task that makes it, in the caller's transaction. Call
 * `ctx.wake` after the commit.
 * @throws {Refusal} arquivosDemais
 */
export async function requestPedido(
  sql: Sql,
  { contaId, usuarioId, donoId, nome: usuario }: Caller,
  novo: NovoArquivo,
): Promise<ArquivoPedidoRow> {
  await lockPedidos(sql, contaId);
  const limite = ABERTOS_MAX[novo.tipo];
  if ((await countAbertos(sql, contaId, novo.tipo)) >= limite) {
    throw new Refusal("arquivosDemais", { values: { limite } });
  }
  const row = await insertPedido(sql, contaId, { ...novo, id: newId(), usuarioId: donoId, usuario });
  await planTarefas(sql, contaId, [{ tipo: novo.tipo, alvo: row.id, venceEm: novo.agora }]);
  const total = novo.total === null ? "" : ` · ${formatInteiro(novo.total)} documentos`;
  const ato = { acao: ACAO[novo.tipo], alvo: row.id, detalhe: `${novo.formato}${total}` };
  await insertRegistros(sql, contaId, [{ quando: novo.agora, usuarioId, usuario, ...ato }]);
  return row;
}
